import type { ParcelMessages } from './types.ts'

export const english: ParcelMessages = {
  name: 'English',
  direction: 'ltr',
  brand: 'Courier Logistics',
  statuses: {
    RECEIVED: ['Registered', 'Your parcel is registered and will be prepared soon.'],
    PREPARING: ['Being prepared', 'Your parcel is at the warehouse and is being prepared for transport.'],
    IN_TRANSIT: ['On its way', 'Your parcel is on its way to you.'],
    CONSOLIDATING: ['Arrived', 'Your parcel has arrived at the warehouse.'],
    READY_FOR_PICKUP: ['Ready for pickup', 'Your parcel has arrived and is waiting for you.'],
    DELIVERED: ['Delivered', 'Your parcel has been handed over. Enjoy it!'],
    RETURNED: [
      'Returned',
      'Your parcel was returned to its sender. Please contact them if you did not expect this.',
    ],
  },
  cancelled: [
    'Cancelled',
    'This parcel was cancelled before it left. Please contact its sender if you did not expect this.',
  ],
  counter: (place) => [
    'Received',
    `Your parcel was received at the warehouse${place && ` “${place}”`} and will be prepared soon.`,
  ],
  packed: ['Packed for its flight', 'Your parcel is packed for its flight.'],
  partly: 'Some of its packages may be at another stage.',
  from: 'From',
  to: 'To',
  pickup: 'Where to collect it',
  hours: 'Opening hours',
  phone: 'Phone',
  ask: 'Tracking number',
  stop: 'Stop these e-mails',
}
