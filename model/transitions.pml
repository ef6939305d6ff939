/* Written by `npm run generate -- model` from the tables of transitions in src/domain/order. */

mtype:Status = { CREATED, IN_PROGRESS, PROCESS_PENDING, SUCCESS, FAILED, CLOSED, NONE };

mtype:Cause = {
  accepted,
  refused,
  card_data_accepted,
  payment_begun,
  provider_pending,
  challenge_required,
  instructions_given,
  provider_silent,
  provider_approved,
  amount_received,
  provider_declined,
  soft_decline,
  attempt_never_seen,
  challenge_given_up,
  payment_given_up,
  waiting_time_exceeded,
  cancelled,
  challenge_abandoned,
  payment_abandoned,
  operator,
  amount_reserved,
  provider_paid,
  provider_refused,
  provider_refunded
};

#define PAYIN_TRANSITION(was, becomes, why) ( \
  (was == NONE && becomes == CREATED && why == accepted) || \
  (was == NONE && becomes == FAILED && why == refused) || \
  (was == CREATED && becomes == IN_PROGRESS && why == card_data_accepted) || \
  (was == CREATED && becomes == IN_PROGRESS && why == payment_begun) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == provider_pending) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == challenge_required) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == instructions_given) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == provider_silent) || \
  (was == IN_PROGRESS && becomes == SUCCESS && why == provider_approved) || \
  (was == PROCESS_PENDING && becomes == SUCCESS && why == provider_approved) || \
  (was == IN_PROGRESS && becomes == SUCCESS && why == amount_received) || \
  (was == PROCESS_PENDING && becomes == SUCCESS && why == amount_received) || \
  (was == IN_PROGRESS && becomes == FAILED && why == provider_declined) || \
  (was == PROCESS_PENDING && becomes == FAILED && why == provider_declined) || \
  (was == IN_PROGRESS && becomes == CREATED && why == soft_decline) || \
  (was == PROCESS_PENDING && becomes == CREATED && why == soft_decline) || \
  (was == IN_PROGRESS && becomes == CREATED && why == attempt_never_seen) || \
  (was == PROCESS_PENDING && becomes == CREATED && why == attempt_never_seen) || \
  (was == PROCESS_PENDING && becomes == CREATED && why == challenge_given_up) || \
  (was == PROCESS_PENDING && becomes == CREATED && why == payment_given_up) || \
  (was == CREATED && becomes == CLOSED && why == waiting_time_exceeded) || \
  (was == CREATED && becomes == CLOSED && why == cancelled) || \
  (was == PROCESS_PENDING && becomes == CLOSED && why == challenge_abandoned) || \
  (was == PROCESS_PENDING && becomes == CLOSED && why == payment_abandoned) || \
  (was == CREATED && becomes == FAILED && why == refused) || \
  (was == CREATED && becomes == FAILED && why == operator) || \
  (was == IN_PROGRESS && becomes == FAILED && why == operator) || \
  (was == PROCESS_PENDING && becomes == FAILED && why == operator) )

#define PAYOUT_TRANSITION(was, becomes, why) ( \
  (was == NONE && becomes == CREATED && why == accepted) || \
  (was == NONE && becomes == FAILED && why == refused) || \
  (was == CREATED && becomes == IN_PROGRESS && why == amount_reserved) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == provider_pending) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == provider_silent) || \
  (was == IN_PROGRESS && becomes == SUCCESS && why == provider_paid) || \
  (was == PROCESS_PENDING && becomes == SUCCESS && why == provider_paid) || \
  (was == IN_PROGRESS && becomes == FAILED && why == provider_refused) || \
  (was == PROCESS_PENDING && becomes == FAILED && why == provider_refused) || \
  (was == CREATED && becomes == FAILED && why == operator) || \
  (was == IN_PROGRESS && becomes == FAILED && why == operator) || \
  (was == PROCESS_PENDING && becomes == FAILED && why == operator) )

#define REFUND_TRANSITION(was, becomes, why) ( \
  (was == NONE && becomes == CREATED && why == accepted) || \
  (was == NONE && becomes == FAILED && why == refused) || \
  (was == CREATED && becomes == IN_PROGRESS && why == amount_reserved) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == provider_pending) || \
  (was == IN_PROGRESS && becomes == PROCESS_PENDING && why == provider_silent) || \
  (was == IN_PROGRESS && becomes == SUCCESS && why == provider_refunded) || \
  (was == PROCESS_PENDING && becomes == SUCCESS && why == provider_refunded) || \
  (was == IN_PROGRESS && becomes == FAILED && why == provider_refused) || \
  (was == PROCESS_PENDING && becomes == FAILED && why == provider_refused) )
