import { texts } from '../../../staff/messages/language.ts'

/** Why the service disabled a webhook. */
export const disabledReasons = texts({
  failing: ['It failed for days', 'Не отвечал несколько дней', 'რამდენიმე დღე არ პასუხობდა', 'تعذّر لأيام'],
  gone: ['The receiver is gone', 'Получателя больше нет', 'მიმღები აღარ არსებობს', 'المستقبِل لم يعد موجوداً'],
})
