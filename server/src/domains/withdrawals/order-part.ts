import { defineOrderPart } from '../orders/index.ts'
import { presentWithdrawal } from './present.ts'
import { listWithdrawals } from './store.ts'

// The withdrawals in the answers with orders.
defineOrderPart({
  name: 'withdrawals',
  async load(db, accountId, codes) {
    const rows = await listWithdrawals(db, accountId, codes)
    return new Map(
      [...Map.groupBy(rows, row => row.order_code!)].map(([code, own]) => [code, own.map(presentWithdrawal)]),
    )
  },
})
