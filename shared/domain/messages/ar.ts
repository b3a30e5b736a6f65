import type { ParcelMessages } from './types.ts'

export const arabic: ParcelMessages = {
  name: 'العربية',
  direction: 'rtl',
  brand: 'Courier Logistics',
  parcel: 'الطرد',
  statuses: {
    RECEIVED: ['تم التسجيل', 'طردك مسجّل لدينا، وسنجهّزه قريبًا.'],
    PREPARING: ['قيد التجهيز', 'طردك في المستودع، ويجري تجهيزه للسفر.'],
    IN_TRANSIT: ['في الطريق', 'طردك معبّأ وفي طريقه إليك.'],
    CONSOLIDATING: ['في المستودع', 'وصل طردك أو جزء منه إلى مستودع الوجهة.'],
    READY_FOR_PICKUP: ['جاهز للاستلام', 'وصل طردك، وهو في انتظارك.'],
    DELIVERED: ['تم التسليم', 'تم تسليم طردك. نتمنى أن يسعدك.'],
    RETURNED: ['عاد إلى المرسل', 'أعدنا طردك إلى مرسله. إن لم تكن تتوقع ذلك فاسأله من فضلك.'],
  },
  from: 'من',
  to: 'إلى',
  pickup: 'مكان الاستلام',
  hours: 'ساعات العمل',
  phone: 'الهاتف',
  ask: 'رقم التتبّع',
  stop: 'إيقاف هذه الرسائل',
}
