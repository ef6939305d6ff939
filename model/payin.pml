/*
 * A payin: two tabs that pay, the acquirer, status inquiries, notifications, the waiting time, an operator, and
 * processes that die between any two steps.
 *
 * A step of the service is one statement: it reads, or it writes if nothing has changed since it read. Between two
 * steps anything else may happen. The acquirer may take the money without an answer, answer late or twice, and take
 * money after it has declined.
 *
 * Assumed: one statement is atomic; what the acquirer reports as never seen is never taken later; the acquirer repeats
 * a notification until it is confirmed.
 */
#include "transitions.pml"

#ifndef TABS
#define TABS 2
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
/* The most attempts of the order. */
#define ATTEMPTS 2
#define NOBODY 255

mtype:AttemptState = { UNUSED, OPEN, APPROVED, SOFT, HARD, NEVER_SEEN, ABANDONED };
mtype:AcquirerState = { ABSENT, DECIDING, TOOK, DECLINED_SOFT, DECLINED_HARD, GAVE_UP };
mtype:Reply = { Approved, SoftDecline, HardDecline, NeverSeen, Abandoned, Pending, Silent };

/* The database. */
mtype:Status status = CREATED;
mtype:AttemptState attempt[ATTEMPTS];
byte made = 0;
byte creditedTo = NOBODY;
byte events = 0;
bool queued[ATTEMPTS];

/* The acquirer, and its notifications under way. It refuses an attempt for ever once it has reported that it never saw it. */
mtype:AcquirerState acquirer[ATTEMPTS];
bool sent[ATTEMPTS];
bool refusedForEver[ATTEMPTS];
bool contradicted = false;
byte approvals[ATTEMPTS];
byte declines[ATTEMPTS];

bool expired = false;
/* Not part of the state. */
hidden byte isInTable;
byte crashes = 0;

#define isFinal(s) (s == SUCCESS || s == FAILED || s == CLOSED)
#define isUnderWay(s) (s == IN_PROGRESS || s == PROCESS_PENDING)

/* A status is left only by a transition of the table, and its end is recorded in the same statement. */
inline move(to, cause) {
  isInTable = PAYIN_TRANSITION(status, to, cause);
  assert(isInTable);
  status = to;
  if
  :: isFinal(to) -> events++
  :: else
  fi
}

inline answerOf(a) {
  if
  :: acquirer[a] == TOOK -> answer = Approved
  :: acquirer[a] == DECLINED_SOFT -> answer = SoftDecline
  :: acquirer[a] == DECLINED_HARD -> answer = HardDecline
  :: acquirer[a] == GAVE_UP -> answer = Abandoned
  :: acquirer[a] == DECIDING -> answer = Pending
  :: acquirer[a] == ABSENT -> answer = NeverSeen; refusedForEver[a] = true
  fi
}

/* Applies an answer to an attempt that is open, while its order is under way. */
inline applyToOrder(a) {
  if
  :: answer == Approved ->
     assert(acquirer[a] == TOOK);
     assert(creditedTo == NOBODY);
     attempt[a] = APPROVED;
     creditedTo = a;
     move(SUCCESS, provider_approved)
  :: answer == HardDecline -> attempt[a] = HARD; move(FAILED, provider_declined)
  :: answer == SoftDecline ->
     attempt[a] = SOFT;
     if
     :: made < ATTEMPTS -> move(CREATED, soft_decline)
     :: else -> move(FAILED, provider_declined)
     fi
  :: answer == NeverSeen ->
     attempt[a] = NEVER_SEEN;
     if
     :: made < ATTEMPTS -> move(CREATED, attempt_never_seen)
     :: else -> move(FAILED, provider_declined)
     fi
  :: answer == Abandoned ->
     attempt[a] = ABANDONED;
     if
     :: status == IN_PROGRESS -> move(PROCESS_PENDING, challenge_required)
     :: else
     fi;
     if
     :: !expired && made < ATTEMPTS -> move(CREATED, challenge_given_up)
     :: else -> move(CLOSED, challenge_abandoned)
     fi
  :: answer == Pending && status == IN_PROGRESS -> move(PROCESS_PENDING, provider_pending)
  :: answer == Silent && status == IN_PROGRESS -> move(PROCESS_PENDING, provider_silent)
  :: else
  fi
}

/* Applies an answer to an attempt whose order has ended without it: money that was taken is put before a person. */
inline applyAfterOrder(a) {
  if
  :: answer == Approved -> attempt[a] = APPROVED; queued[a] = true
  :: answer == HardDecline -> attempt[a] = HARD
  :: answer == SoftDecline -> attempt[a] = SOFT
  :: answer == NeverSeen -> attempt[a] = NEVER_SEEN
  :: answer == Abandoned -> attempt[a] = ABANDONED
  :: else
  fi
}

/* Applies an answer to an attempt that has ended. An approval that contradicts its end is put before a person. */
inline applyAfterEnd(a) {
  if
  :: answer == Approved && attempt[a] != APPROVED -> queued[a] = true
  :: else
  fi
}

/* Chooses one of the attempts for which its condition holds; waits while there is none. */
inline some(a, forFirst, forSecond) {
  if
  :: forFirst -> a = 0
  :: forSecond -> a = 1
  fi
}

/* Where a process may die: what was committed stays, the rest is lost. */
#define MAY_DIE crashes < CRASHES -> crashes++; answer = 0; a = 0; goto died

#define isUnchanged(a) (status == readStatus && attempt[a] == readAttempt)

inline read(a) {
  readStatus = status;
  readAttempt = attempt[a]
}

/* Reads, then writes if the order and the attempt are as they were read; otherwise reads again. */
inline settle(a) {
  d_step { read(a) };
  do
  :: atomic { isUnchanged(a) ->
       if
       :: attempt[a] == OPEN && isUnderWay(status) -> applyToOrder(a)
       :: attempt[a] == OPEN && !isUnderWay(status) -> applyAfterOrder(a)
       :: else -> applyAfterEnd(a)
       fi;
       answer = 0;
       readStatus = 0;
       readAttempt = 0;
       break
     }
  :: atomic { !isUnchanged(a) -> read(a) }
  :: atomic { MAY_DIE }
  od
}

/* A tab pays as long as the order awaits a payment. */
proctype Tab() {
  byte a;
  mtype:Status readStatus;
  mtype:AttemptState readAttempt;
  mtype:Reply answer;
  do
  :: atomic { status == CREATED && !expired && made < ATTEMPTS ->
       a = made;
       made++;
       attempt[a] = OPEN;
       move(IN_PROGRESS, card_data_accepted)
     };
     if
     :: atomic { MAY_DIE }
     :: sent[a] = true
     fi;
     if
     :: atomic { acquirer[a] != ABSENT -> answerOf(a) }
     :: answer = Silent
     :: atomic { MAY_DIE }
     fi;
     settle(a)
  :: isFinal(status) || expired || made == ATTEMPTS -> break
  od;
died: skip
}

#define hasDeclined(a) (acquirer[a] == DECLINED_SOFT || acquirer[a] == DECLINED_HARD || acquirer[a] == GAVE_UP)

inline takeMoney(a) {
  acquirer[a] = TOOK;
  approvals[a]++
}

/* It decides in the end, and takes the money of one attempt that it had declined. */
proctype Acquirer() {
  byte a;
end:
  do
  :: atomic { some(a, sent[0] && acquirer[0] == ABSENT && !refusedForEver[0], sent[1] && acquirer[1] == ABSENT && !refusedForEver[1]);
       if
       :: takeMoney(a)
       :: acquirer[a] = DECLINED_SOFT
       :: acquirer[a] = DECLINED_HARD
       :: acquirer[a] = DECIDING
       fi;
       a = 0
     }
  :: atomic { some(a, acquirer[0] == DECIDING, acquirer[1] == DECIDING);
       if
       :: takeMoney(a)
       :: acquirer[a] = DECLINED_SOFT; declines[a]++
       :: acquirer[a] = GAVE_UP
       fi;
       a = 0
     }
  :: atomic { some(a, hasDeclined(0) && !contradicted, hasDeclined(1) && !contradicted);
       contradicted = true;
       takeMoney(a);
       a = 0
     }
  od
}

/*
 * Sends status inquiries about attempts that are open, and takes notifications, which the acquirer repeats until one is
 * confirmed after its effect was committed. Another process goes on where one died.
 */
proctype Worker() {
  byte a;
  mtype:Status readStatus;
  mtype:AttemptState readAttempt;
  mtype:Reply answer;
died:
  a = 0;
end:
  do
  :: atomic { some(a, attempt[0] == OPEN && acquirer[0] != DECIDING, attempt[1] == OPEN && acquirer[1] != DECIDING); answerOf(a) };
     settle(a);
     a = 0
  :: atomic { some(a, attempt[0] == OPEN && acquirer[0] == DECIDING && status == IN_PROGRESS, attempt[1] == OPEN && acquirer[1] == DECIDING && status == IN_PROGRESS); answer = Pending };
     settle(a);
     a = 0
  :: atomic { some(a, approvals[0] > 0, approvals[1] > 0); answer = Approved };
     settle(a);
     if
     :: atomic { approvals[a] > 0 -> approvals[a]--; a = 0 }
     :: atomic { approvals[a] == 0 -> a = 0 }
     :: atomic { MAY_DIE }
     fi
  :: atomic { some(a, declines[0] > 0, declines[1] > 0); answer = SoftDecline };
     settle(a);
     if
     :: atomic { declines[a] > 0 -> declines[a]--; a = 0 }
     :: atomic { declines[a] == 0 -> a = 0 }
     :: atomic { MAY_DIE }
     fi
  od
}

proctype WaitingTime() {
end:
  do
  :: atomic { !expired -> expired = true }
  :: atomic { expired && status == CREATED -> move(CLOSED, waiting_time_exceeded) }
  od
}

/* Ends or cancels the order, or leaves it alone: it must end without a person as well. */
proctype Operator() {
end:
  if
  :: atomic { !isFinal(status) -> move(FAILED, operator) }
  :: atomic { status == CREATED -> move(CLOSED, cancelled) }
  :: skip
  fi
}

/* When nothing can happen any more: every order has ended, and all money that was taken has its place. */
proctype Audit() {
  byte a;
  atomic { timeout ->
    assert(isFinal(status));
    assert(events == 1);
    assert((creditedTo != NOBODY) == (status == SUCCESS));
    for (a : 0 .. ATTEMPTS - 1) {
      assert(attempt[a] != OPEN);
      assert(acquirer[a] != TOOK || creditedTo == a || queued[a])
    }
  }
}

init {
  byte n;
  atomic {
    for (n : 0 .. ATTEMPTS - 1) {
      attempt[n] = UNUSED;
      acquirer[n] = ABSENT
    };
    for (n : 1 .. TABS) {
      run Tab()
    };
    for (n : 1 .. WORKERS) {
      run Worker()
    };
    run Acquirer();
    run WaitingTime();
    run Operator();
    run Audit()
  }
}
