create table orders (
  account_id text not null, code text not null, primary key (account_id, code),
  version integer not null, body jsonb not null, state text not null,
  payable_until timestamptz, created_at timestamptz not null, received_at timestamptz not null,
  updated_at timestamptz not null, search_text text not null, placed_year integer not null
);
create unique index orders_by_code on orders (code);
create index orders_by_date on orders (account_id, created_at desc, code desc);
create index orders_by_change on orders (account_id, updated_at, code);

create table order_products (
  code text primary key, account_id text not null, order_code text not null, article text not null
);
create index order_products_by_order on order_products (order_code);
create index order_products_by_article on order_products (account_id, article, order_code);

create table order_photos (
  account_id text not null, photo_id uuid not null, product_code text not null,
  primary key (account_id, photo_id, product_code),
  order_code text not null
);
create index order_photos_by_order on order_photos (order_code);

create table order_feeds (
  feed text not null, key text not null, primary key (feed, key),
  version integer not null, body jsonb not null, promised jsonb,
  updated_at timestamptz not null
);

-- Renewed by triggers with every statement that changes what the list of orders shows, in its transaction.
create table order_list_versions (
  account_id text primary key,
  version uuid not null
) with (fillfactor = 50);

-- Outlive the orders of erased accounts.
create table order_records (
  code text primary key,
  created_at timestamptz not null,
  amount bigint, currency text
);

-- A repeated request does not create two baskets.
create table reorder_requests (
  account_id text not null, order_code text not null, primary key (account_id, order_code),
  request_id uuid not null, requested_at timestamptz not null
);

-- At most one of an order is neither applied nor refused.
create table order_address_changes (
  change_id uuid primary key,
  account_id text not null, order_code text not null, state text not null,
  address jsonb not null, previous_address jsonb not null, refusal text,
  requested_at timestamptz not null, updated_at timestamptz not null, mailed_at timestamptz
);
create index order_address_changes_by_order on order_address_changes (order_code, requested_at desc);
create index order_address_changes_by_account on order_address_changes (account_id);
create unique index order_address_changes_open on order_address_changes (order_code)
  where state in ('requested', 'sent');

-- At most one of an order is neither accepted nor refused.
create table order_cancellations (
  cancellation_id uuid primary key,
  account_id text not null, order_code text not null, state text not null, reason text, refusal text,
  requested_at timestamptz not null, updated_at timestamptz not null, mailed_at timestamptz
);
create index order_cancellations_by_order on order_cancellations (order_code, requested_at desc);
create index order_cancellations_by_account on order_cancellations (account_id);
create unique index order_cancellations_open on order_cancellations (order_code)
  where state in ('requested', 'sent');

-- One for each event of an order.
create table order_mails (
  mail_id uuid primary key,
  account_id text not null, order_code text not null, kind text not null, event_key text not null,
  requests integer not null default 1,
  requested_at timestamptz not null, due_at timestamptz not null, mailed_at timestamptz, mailed_days text
);
create unique index order_mails_by_event on order_mails (account_id, order_code, event_key);
create index order_mails_by_due on order_mails (due_at) where mailed_at is null;

create table withdrawals (
  withdrawal_id uuid primary key,
  reference text not null unique, account_id text, order_code text, brand_id text not null,
  locale text not null, input jsonb not null, statement text not null,
  product_codes jsonb not null, is_late boolean not null, ended_at timestamptz,
  state text not null, reason text, label_url text,
  send_back_by timestamptz, recipient text not null,
  submitted_at timestamptz not null, checked_at timestamptz, mailed_at timestamptz,
  delivered_at timestamptz, erased_at timestamptz
);
create index withdrawals_by_account on withdrawals (account_id, order_code) where account_id is not null;
create index withdrawals_by_recipient on withdrawals (recipient, mailed_at) where mailed_at is not null;
create index withdrawals_without_account on withdrawals (delivered_at) where account_id is null;

create table complaints (
  complaint_id text primary key, account_id text not null, order_code text not null,
  product_codes jsonb not null,
  reason text not null, text text not null, wish text not null, state text not null,
  revision integer not null, version integer not null, feed jsonb,
  reprint_code text,
  submitted_at timestamptz not null, updated_at timestamptz not null, reviewed_at timestamptz,
  answer_by timestamptz, decided_at timestamptz, objected_at timestamptz, closed_at timestamptz,
  attachments_deleted_at timestamptz, mailed jsonb not null default '[]'
);
create index complaints_by_order on complaints (account_id, order_code);
create index complaints_by_reprint on complaints (account_id, reprint_code) where reprint_code is not null;
create index complaints_to_close on complaints (decided_at) where state = 'decided';
create index complaints_to_answer on complaints (answer_by) where state = 'question';
create index complaints_to_clean_up on complaints (closed_at)
  where closed_at is not null and attachments_deleted_at is null;

create table complaint_products (
  complaint_id text not null, product_code text not null, primary key (complaint_id, product_code),
  account_id text not null, is_open boolean not null
);
create unique index complaint_products_open on complaint_products (account_id, product_code) where is_open;

create table complaint_messages (
  message_id text primary key, complaint_id text not null, account_id text not null,
  at timestamptz not null, text text not null, reopens boolean not null
);
create index complaint_messages_by_complaint on complaint_messages (complaint_id, at);

create table complaint_attachments (
  attachment_id text primary key, account_id text not null, complaint_id text not null,
  message_id text, position integer, upload_size bigint not null,
  sha256 text, size integer, width integer, height integer,
  created_at timestamptz not null, ready_at timestamptz, sent_at timestamptz, deleted_at timestamptz
);
create index complaint_attachments_by_complaint on complaint_attachments (complaint_id);
create index complaint_attachments_unsent on complaint_attachments (account_id) where sent_at is null;
create index complaint_attachments_unsent_by_age on complaint_attachments (created_at) where sent_at is null;

create table invoices (
  invoice_id uuid primary key,
  account_id text not null, channel text not null, number text not null, group_id text unique,
  issue_date text not null, amount bigint not null, currency text not null, payment_status text,
  version integer not null, body jsonb not null, pdf_source text not null,
  available_from timestamptz,
  state text not null, failure text, blob_key text, sha256 text, size bigint, crc32 bigint,
  ready_at timestamptz, updated_at timestamptz not null,
  unique (channel, number)
);
create index invoices_by_date on invoices (account_id, issue_date desc, number desc, channel desc);
create index invoices_by_change on invoices (account_id, updated_at, number, channel);

-- Outlive the invoices of erased accounts.
create table invoice_records (
  channel text not null, number text not null, primary key (channel, number),
  issue_date text not null, amount bigint not null, currency text not null
);

-- In the order of the accounts, so that two statements about several accounts never deadlock.
create function renew_order_list_versions() returns trigger language plpgsql as $$
  begin
    insert into order_list_versions (account_id, version)
      select account_id, gen_random_uuid()
      from (select distinct account_id from changed_rows where account_id is not null order by account_id) accounts
      on conflict (account_id) do update set version = excluded.version;
    return null;
  end
$$;
-- The rows of feeds name an order, not its account.
create function renew_order_list_versions_by_feed() returns trigger language plpgsql as $$
  begin
    insert into order_list_versions (account_id, version)
      select account_id, gen_random_uuid() from (
        select distinct orders.account_id from changed_rows join orders on orders.code = changed_rows.key
        where changed_rows.feed = 'delivery-dates' order by account_id) accounts
      on conflict (account_id) do update set version = excluded.version;
    return null;
  end
$$;
do $$
  declare
    changed text;
    event text;
  begin
    foreach changed in array
      array['orders', 'order_feeds', 'order_address_changes', 'order_cancellations', 'withdrawals', 'complaints', 'invoices']
    loop
      foreach event in array array['insert', 'update', 'delete'] loop
        execute format(
          'create trigger %1$s_after_%2$s after %2$s on %1$s referencing %3$s table as changed_rows
            for each statement execute function %4$s()',
          changed, event,
          case event when 'delete' then 'old' else 'new' end,
          'renew_order_list_versions' || case changed when 'order_feeds' then '_by_feed' else '' end);
      end loop;
    end loop;
  end
$$;
