/*
 * Two refunds of one payin at once, and a dispute of it. What refunds and the dispute hold is never more than was paid:
 * a refund is created only if nothing has changed since it was decided, and a dispute is judged under the payin's lock.
 * What a notice has above that is put before a person.
 */
#include "transitions.pml"
#define TRANSITION REFUND_TRANSITION
#define PAID provider_refunded
#define REFUSED provider_refused
#define PAYIN 2

mtype:Money = { UNTOUCHED, RESERVED, LOST };
mtype:Money disputed = UNTOUCHED;
byte held = 0;
bool isDisputeQueued = false;
byte notices = 0;

/* A refund that failed and was made after all counts as refunded, which can make this negative. */
#define madeLate(o) (status[o] == FAILED && queued[o] -> amount[o] : 0)
#define LIMIT_HOLDS (reserved + spent + held <= PAYIN)
#define left (PAYIN - reserved - spent - held - madeLate(0) - madeLate(1))
#include "money-out.pml"

/* A chargeback of 1 or 2, whose notice may come twice; then it is won or lost. */
proctype Dispute() {
  byte claimed;
  short free;
  if
  :: claimed = 1
  :: claimed = 2
  fi;
  do
  :: atomic { notices < 2 ->
       notices++;
       if
       :: disputed == UNTOUCHED ->
          free = (left < 0 -> 0 : left);
          held = (claimed < free -> claimed : free);
          isDisputeQueued = isDisputeQueued || claimed > free;
          disputed = RESERVED;
          assert(LIMIT_HOLDS)
       :: else
       fi
     }
  :: atomic { notices > 0 ->
       if
       :: disputed = LOST
       :: disputed = UNTOUCHED; held = 0
       fi;
       break
     }
  od
}

/* When nothing can happen any more. */
proctype Audit() {
  byte o;
  atomic { timeout ->
    auditOrders(o);
    assert(disputed != RESERVED);
    assert((disputed == LOST) || held == 0)
  }
}

init {
  byte n;
  atomic {
    start(n);
    run Dispute();
    run Audit()
  }
}
