/*
 * The delivery of one event by two processes. Each claims it for a time, sends it without a transaction, and records the
 * answer if its claim still holds. A receiver may fail, and its confirmation may be lost.
 */
#ifndef CRASHES
#define CRASHES 2
#endif
#define ATTEMPTS 3
#define NOBODY 255

mtype:State = { WAITING, DELIVERED, EXHAUSTED };

/* The database: the event was recorded in the transaction of the order's end, with its id and its body. */
mtype:State state = WAITING;
byte attempts = 0;
byte claimedBy = NOBODY;
/* Whether the process that claims the event died meanwhile. */
bool isAbandoned = false;

/* The receiver: how often it took the event, and under how many ids. */
byte takenTimes = 0;
byte ids = 0;
bool knowsId = false;

byte crashes = 0;

inline receive(isNewId) {
  takenTimes++;
  if
  :: !knowsId || isNewId -> ids++; knowsId = true
  :: else
  fi
}

inline die() {
  if
  :: claimedBy == me -> isAbandoned = true
  :: else
  fi
}

proctype Deliverer(byte me) {
  bool isConfirmed;
end:
  do
  :: atomic { state == WAITING && claimedBy == NOBODY -> claimedBy = me; isAbandoned = false; isConfirmed = false };
     if
     :: atomic { receive(false); isConfirmed = true }
     :: atomic { receive(false) }
     :: skip
     :: atomic { crashes < CRASHES -> crashes++; die(); goto end }
     fi;
     if
     :: atomic { claimedBy == me && isConfirmed -> state = DELIVERED; claimedBy = NOBODY; attempts++ }
     :: atomic { claimedBy == me && !isConfirmed ->
          attempts++;
          claimedBy = NOBODY;
          if
          :: attempts == ATTEMPTS -> state = EXHAUSTED
          :: else
          fi
        }
     :: claimedBy != me
     :: atomic { crashes < CRASHES -> crashes++; die(); goto end }
     fi
  od
}

/* A claim ends with its time: its process has died, or was once too slow. */
proctype Leases() {
  bool wasSlow = false;
end:
  do
  :: atomic { claimedBy != NOBODY && isAbandoned -> claimedBy = NOBODY }
  :: atomic { claimedBy != NOBODY && !wasSlow -> wasSlow = true; claimedBy = NOBODY }
  od
}

/* When nothing can happen any more. */
proctype Audit() {
  atomic { timeout ->
    assert(state != WAITING);
    assert(state != DELIVERED || takenTimes > 0);
    assert(ids <= 1)
  }
}

init {
  atomic {
    run Deliverer(0);
    run Deliverer(1);
    run Leases();
    run Audit()
  }
}
