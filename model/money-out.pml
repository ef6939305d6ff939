/*
 * What payouts and refunds have in common: an amount is reserved with the order, the acquirer is called once, silence is
 * followed by inquiries, and the outcome spends or releases the reserve. The file that includes this one defines
 * TRANSITION, its causes PAID and REFUSED, `left`, the amount that may still go out, and LIMIT_HOLDS.
 */
#define ORDERS 2
#ifndef CRASHES
#define CRASHES 1
#endif

mtype:AttemptState = { UNUSED, OPEN, MADE, NOT_MADE };
mtype:AcquirerState = { ABSENT, DECIDING, SENT_MONEY, REFUSED_IT, RETURNED };
mtype:Reply = { Done, Refused, NeverSeen, Pending, Silent };

/* The database. */
mtype:Status status[ORDERS];
mtype:AttemptState attempt[ORDERS];
byte amount[ORDERS];
byte reserved = 0;
byte spent = 0;
byte events[ORDERS];
bool queued[ORDERS];

/* The acquirer, and its notifications under way. */
mtype:AcquirerState acquirer[ORDERS];
bool sent[ORDERS];
bool refusedForEver[ORDERS];
bool contradicted = false;
byte dones[ORDERS];
byte refusals[ORDERS];

byte crashes = 0;
/* Not part of the state. */
hidden byte isInTable;

#define isFinal(s) (s == SUCCESS || s == FAILED)
#define MAY_DIE crashes < CRASHES -> crashes++; answer = 0; goto died

inline move(o, to, cause) {
  isInTable = TRANSITION(status[o], to, cause);
  assert(isInTable);
  status[o] = to;
  if
  :: isFinal(to) -> events[o]++
  :: else
  fi
}

inline finish(o, to, cause) {
  reserved = reserved - amount[o];
  if
  :: to == SUCCESS -> spent = spent + amount[o]
  :: else
  fi;
  move(o, to, cause)
}

inline answerOf(o) {
  if
  :: acquirer[o] == SENT_MONEY -> answer = Done
  :: acquirer[o] == REFUSED_IT || acquirer[o] == RETURNED -> answer = Refused
  :: acquirer[o] == DECIDING -> answer = Pending
  :: acquirer[o] == ABSENT -> answer = NeverSeen; refusedForEver[o] = true
  fi
}

/* One statement: it applies the answer if the attempt is open, and otherwise puts a contradiction before a person. */
inline settle(o) {
  if
  :: attempt[o] == OPEN && !isFinal(status[o]) ->
     if
     :: answer == Done -> attempt[o] = MADE; finish(o, SUCCESS, PAID)
     :: answer == Refused || answer == NeverSeen -> attempt[o] = NOT_MADE; finish(o, FAILED, REFUSED)
     :: answer == Pending && status[o] == IN_PROGRESS -> move(o, PROCESS_PENDING, provider_pending)
     :: answer == Silent && status[o] == IN_PROGRESS -> move(o, PROCESS_PENDING, provider_silent)
     :: else
     fi
  :: attempt[o] == OPEN && isFinal(status[o]) ->
     if
     :: answer == Done -> attempt[o] = MADE; queued[o] = true
     :: answer == Refused || answer == NeverSeen -> attempt[o] = NOT_MADE
     :: else
     fi
  :: else ->
     if
     :: answer == Done && attempt[o] != MADE -> queued[o] = true
     :: answer == Refused && attempt[o] == MADE -> queued[o] = true
     :: else
     fi
  fi;
  answer = 0
}

/* A client that asks for an amount. The order and its reserve are one statement, which holds the account's lock. */
proctype Client(byte o) {
  mtype:Reply answer;
  atomic {
    if
    :: amount[o] = 1
    :: o == 0 -> amount[o] = 2
    fi
  };
  atomic {
    if
    :: left >= amount[o] ->
       move(o, CREATED, accepted);
       reserved = reserved + amount[o];
       assert(LIMIT_HOLDS);
       attempt[o] = OPEN;
       move(o, IN_PROGRESS, amount_reserved)
    :: else -> move(o, FAILED, refused); goto died
    fi
  };
  if
  :: sent[o] = true
  :: atomic { MAY_DIE }
  fi;
  if
  :: atomic { acquirer[o] != ABSENT -> answerOf(o) }
  :: answer = Silent
  :: atomic { MAY_DIE }
  fi;
  if
  :: atomic { settle(o) }
  :: atomic { MAY_DIE }
  fi;
died: skip
}

/* It decides in the end, and contradicts itself once. */
proctype Acquirer(byte o) {
end:
  do
  :: atomic { sent[o] && acquirer[o] == ABSENT && !refusedForEver[o] ->
       if
       :: acquirer[o] = SENT_MONEY; dones[o]++
       :: acquirer[o] = REFUSED_IT
       :: acquirer[o] = DECIDING
       fi
     }
  :: atomic { acquirer[o] == DECIDING ->
       if
       :: acquirer[o] = SENT_MONEY; dones[o]++
       :: acquirer[o] = REFUSED_IT; refusals[o]++
       fi
     }
  :: atomic { acquirer[o] == REFUSED_IT && !contradicted -> contradicted = true; acquirer[o] = SENT_MONEY; dones[o]++ }
  :: atomic { acquirer[o] == SENT_MONEY && !contradicted -> contradicted = true; acquirer[o] = RETURNED; refusals[o]++ }
  od
}

/* Inquiries about an order's attempt, and its notifications, each repeated until its effect is committed. */
proctype Worker(byte o) {
  mtype:Reply answer;
end:
died:
  do
  :: atomic { attempt[o] == OPEN && acquirer[o] != DECIDING -> answerOf(o) };
     if
     :: atomic { settle(o) }
     :: atomic { MAY_DIE }
     fi
  :: atomic { attempt[o] == OPEN && acquirer[o] == DECIDING && status[o] == IN_PROGRESS -> answer = Pending };
     if
     :: atomic { settle(o) }
     :: atomic { MAY_DIE }
     fi
  :: dones[o] > 0 -> answer = Done;
     if
     :: atomic { settle(o) }
     :: atomic { MAY_DIE }
     fi;
     if
     :: dones[o]--
     :: atomic { MAY_DIE }
     fi
  :: refusals[o] > 0 -> answer = Refused;
     if
     :: atomic { settle(o) }
     :: atomic { MAY_DIE }
     fi;
     if
     :: refusals[o]--
     :: atomic { MAY_DIE }
     fi
  od
}

inline auditOrders(o) {
  for (o : 0 .. ORDERS - 1) {
    assert(isFinal(status[o]));
    assert(attempt[o] != OPEN);
    assert(events[o] == 1);
    assert(acquirer[o] != SENT_MONEY || (status[o] == SUCCESS && attempt[o] == MADE) || queued[o]);
    assert(acquirer[o] != RETURNED || status[o] == FAILED || queued[o])
  };
  assert(reserved == 0);
  assert(spent == (status[0] == SUCCESS -> amount[0] : 0) + (status[1] == SUCCESS -> amount[1] : 0))
}

inline start(n) {
  for (n : 0 .. ORDERS - 1) {
    status[n] = NONE;
    attempt[n] = UNUSED;
    acquirer[n] = ABSENT;
    run Client(n);
    run Acquirer(n);
    run Worker(n)
  }
}
