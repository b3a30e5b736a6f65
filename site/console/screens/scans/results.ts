import { texts } from '../../../staff/messages/language.ts'

/** The results of a scan. */
export const results: Record<string, string> = texts({
  valid: ['Genuine', 'Подлинная', 'ნამდვილი', 'أصلي'],
  hmac_invalid: ['Wrong signature', 'Неверная подпись', 'არასწორი ხელმოწერა', 'توقيع خاطئ'],
  wrong_tenant: ['Another company’s', 'Чужой компании', 'სხვა კომპანიის', 'لشركة أخرى'],
  entity_not_found: ['Does not exist', 'Не существует', 'არ არსებობს', 'غير موجود'],
  qr_decode_error: ['Not a label', 'Не этикетка', 'ეტიკეტი არ არის', 'ليس ملصقاً'],
  rate_limited: ['Too many scans', 'Слишком много сканирований', 'ძალიან ბევრი სკანირება', 'عمليات مسح كثيرة'],
})
