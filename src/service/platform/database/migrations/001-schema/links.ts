/** Links to pay, and the payins that were made by them. */
export const LINKS = [
  // A link of a merchant: anybody who has it can make a payin. It has one amount, or a range from which the payer chooses.
  // `addresses_mac` is a keyed hash over `callback_url` and `return_urls`.
  `create table links (
    id uuid primary key,
    merchant_id uuid not null,
    method_id uuid not null,
    currency text not null,
    amount_minor bigint check (amount_minor > 0),
    amount_min_minor bigint check (amount_min_minor > 0),
    amount_max_minor bigint check (amount_max_minor >= amount_min_minor),
    description text,
    reference_prefix text not null,
    use text not null check (use in ('once', 'many')),
    pay_again boolean not null,
    callback_url text,
    return_urls jsonb not null,
    addresses_mac bytea,
    expires_at timestamptz,
    closed_at timestamptz,
    created_at timestamptz not null,
    check ((amount_minor is null) = (amount_min_minor is not null and amount_max_minor is not null))
  )`,
  `create index links_by_created_at on links (merchant_id, created_at, id)`,

  // A payin that was made by a link, in their order. `address_key` is a keyed hash of the visitor's network.
  `create table link_payins (
    payin_id uuid primary key,
    link_id uuid not null references links,
    number bigint not null generated always as identity,
    address_key bytea not null,
    created_at timestamptz not null
  )`,
  `create index link_payins_of on link_payins (link_id, number)`,
  // How many payins one network made by a link within an hour.
  `create index link_payins_of_address on link_payins (link_id, address_key, created_at)`,
];
