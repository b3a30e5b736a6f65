import { texts } from '../../words/language.ts'

export const words = texts({
  handover: ['Hand-over needs', 'Для вручения нужно', 'ჩაბარებისთვის საჭიროა', 'يتطلب التسليم'],
  code: ['Code by e-mail', 'Код из письма', 'კოდი ელფოსტით', 'رمز بالبريد'],
  signature: ['Signature', 'Подпись', 'ხელმოწერა', 'توقيع'],
  photo: ['Photo', 'Фото', 'ფოტო', 'صورة'],
  enabled: [
    'Send letters to recipients and senders',
    'Отправлять письма получателям и отправителям',
    'წერილების გაგზავნა მიმღებებისა და გამგზავნებისთვის',
    'إرسال رسائل للمستلمين والمرسلين',
  ],
  statuses: [
    'Letters besides the usual ones, at',
    'Дополнительные письма при статусах',
    'დამატებითი წერილები სტატუსებზე',
    'رسائل إضافية عند',
  ],
  country: [
    'Country of phone numbers without a calling code',
    'Страна номеров без кода страны',
    'ქვეყანა კოდის გარეშე ნომრებისთვის',
    'بلد أرقام الهاتف بلا رمز دولي',
  ],
  countryHint: ['Two letters, such as GE', 'Две буквы, например GE', 'ორი ასო, მაგალითად GE', 'حرفان مثل GE'],
  onlyManagers: [
    'Managers change the settings.',
    'Настройки меняют руководители.',
    'პარამეტრებს მენეჯერები ცვლიან.',
    'المديرون فقط يغيّرون الإعدادات.',
  ],
})
