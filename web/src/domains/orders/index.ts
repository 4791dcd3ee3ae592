export { OrderDetails } from './details/order-details.tsx'
export { OrderList } from './list/order-list.tsx'
