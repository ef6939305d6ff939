/* Two payouts of one gate at once, and an operator who fails one of them by hand. */
#include "transitions.pml"
#define TRANSITION PAYOUT_TRANSITION
#define PAID provider_paid
#define REFUSED provider_refused
#define AVAILABLE 2
#define LIMIT_HOLDS (reserved + spent <= AVAILABLE)
#define left (AVAILABLE - reserved - spent)
#include "money-out.pml"

proctype Operator() {
end:
  if
  :: atomic { status[0] == IN_PROGRESS || status[0] == PROCESS_PENDING -> finish(0, FAILED, operator) }
  :: skip
  fi
}

/* When nothing can happen any more. */
proctype Audit() {
  byte o;
  atomic { timeout ->
    auditOrders(o)
  }
}

init {
  byte n;
  atomic {
    start(n);
    run Operator();
    run Audit()
  }
}
