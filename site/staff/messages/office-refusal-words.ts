import { tooMuchInAnHour, type Row } from './refusal-words.ts'

/** The words of refusals that only the console meets: of passport numbers, webhooks, keys, imports, users, live updates and e-mails. */
export const officeRefusalWords = {
  passport_removed: [
    'The passport number was removed, because the courier has not flown for a long time. Enter it again with Edit.',
    'Номер паспорта удалён: курьер давно не летал. Введите его снова через «Изменить».',
    'პასპორტის ნომერი წაშლილია, რადგან კურიერი დიდი ხანია არ გაფრენილა. შეიყვანეთ ხელახლა რედაქტირებით.',
    'حُذف رقم الجواز لأن المندوب لم يسافر منذ مدة طويلة. أدخله من جديد بالتعديل.',
  ],
  // People and signing in.
  email_taken: [
    'Someone with this e-mail address exists already.',
    'Пользователь с такой почтой уже есть.',
    'ამ ელფოსტით მომხმარებელი უკვე არსებობს.',
    'يوجد مستخدم بهذا البريد الإلكتروني.',
  ],
  invitation_not_accepted: [
    'This person has not accepted the invitation yet.',
    'Приглашение ещё не принято.',
    'მოწვევა ჯერ არ მიუღიათ.',
    'لم تُقبل الدعوة بعد.',
  ],
  user_left: [
    'This person has left the company. Invite them again.',
    'Этот сотрудник ушёл из компании. Пригласите его снова.',
    'ეს თანამშრომელი კომპანიიდან წავიდა. მოიწვიეთ ხელახლა.',
    'غادر هذا الموظف الشركة. ادعه من جديد.',
  ],
  last_manager: [
    'This is the last person who manages the company. Make someone else a manager first.',
    'Это последний руководитель компании. Сначала назначьте другого.',
    'ეს კომპანიის ბოლო მენეჯერია. ჯერ სხვა დანიშნეთ.',
    'هذا آخر مدير للشركة. عيّن مديراً آخر أولاً.',
  ],
  user_owns_company: [
    'This person owns the company already.',
    'Этот сотрудник уже владелец компании.',
    'ეს თანამშრომელი უკვე კომპანიის მფლობელია.',
    'هذا الموظف مالك الشركة بالفعل.',
  ],
  owner_must_be_verified_manager: [
    'Only an active manager with a confirmed e-mail address can own the company.',
    'Владельцем может быть только действующий руководитель с подтверждённой почтой.',
    'მფლობელი მხოლოდ მოქმედი მენეჯერი შეიძლება იყოს, დადასტურებული ელფოსტით.',
    'لا يملك الشركة إلا مدير نشط بريده مؤكد.',
  ],
  ownership_not_offered: [
    'The ownership is not offered to you, or the offer is older than a week. Ask the owner to offer it again.',
    'Владение вам не предложено, или предложению больше недели. Попросите владельца предложить снова.',
    'მფლობელობა თქვენთვის შეთავაზებული არ არის, ან შეთავაზებას კვირაზე მეტი გავიდა. სთხოვეთ მფლობელს ხელახლა.',
    'الملكية غير معروضة عليك، أو مضى على العرض أكثر من أسبوع. اطلب من المالك عرضها مجدداً.',
  ],
  own_email_not_verified: [
    'Confirm your e-mail address first.',
    'Сначала подтвердите свою электронную почту.',
    'ჯერ დაადასტურეთ თქვენი ელფოსტა.',
    'أكّد بريدك الإلكتروني أولاً.',
  ],
  company_invitations_used_up: [
    'Your company sent too many invitations today. Try again tomorrow.',
    'Ваша компания сегодня отправила слишком много приглашений. Повторите завтра.',
    'თქვენმა კომპანიამ დღეს ძალიან ბევრი მოწვევა გაგზავნა. სცადეთ ხვალ.',
    'أرسلت شركتك دعوات كثيرة اليوم. حاول غداً.',
  ],
  address_invitations_used_up: [
    'This address got too many invitations today. Try again tomorrow.',
    'На этот адрес сегодня пришло слишком много приглашений. Повторите завтра.',
    'ამ მისამართზე დღეს ძალიან ბევრი მოწვევა გაიგზავნა. სცადეთ ხვალ.',
    'تلقّى هذا العنوان دعوات كثيرة اليوم. حاول غداً.',
  ],
  you_own_company: [
    'You own the company. Pass the ownership on first.',
    'Вы владелец компании. Сначала передайте владение.',
    'კომპანიის მფლობელი თქვენ ხართ. ჯერ გადაეცით მფლობელობა.',
    'أنت مالك الشركة. انقل الملكية أولاً.',
  ],
  owner_stays_manager: [
    'The owner of the company stays its manager. Only they can pass the ownership on.',
    'Владелец компании остаётся её руководителем. Передать владение может только он.',
    'კომპანიის მფლობელი მის მენეჯერად რჩება. მფლობელობის გადაცემა მხოლოდ მას შეუძლია.',
    'يبقى مالك الشركة مديراً لها. ولا ينقل الملكية غيره.',
  ],
  // API keys, webhooks, notices, imports and exports.
  company_has_most_api_keys: [
    'A company has at most {max} API keys. Delete one first.',
    'У компании не больше {max} ключей API. Сначала удалите один.',
    'კომპანიას არაუმეტეს {max} API გასაღები აქვს. ჯერ ერთი წაშალეთ.',
    'للشركة {max} مفتاح API على الأكثر. احذف أحدها أولاً.',
  ],
  former_secret_still_works: [
    'The former secret still works. Replace it without a transition to end it now.',
    'Прежний секрет ещё действует. Замените без переходного срока, чтобы прекратить его сейчас.',
    'წინა საიდუმლო ჯერ მოქმედებს. მის დასასრულებლად შეცვალეთ გარდამავალი ვადის გარეშე.',
    'ما زال السر السابق يعمل. استبدله من دون فترة انتقال لإنهائه الآن.',
  ],
  api_key_changed_meanwhile: [
    'The key was changed meanwhile. Look at it again.',
    'Ключ тем временем изменился. Посмотрите его снова.',
    'გასაღები ამასობაში შეიცვალა. ნახეთ ხელახლა.',
    'تغيّر المفتاح في هذه الأثناء. انظر إليه من جديد.',
  ],
  webhook_pending: [
    'This webhook is not confirmed yet. Send a test, and enter the code that arrives.',
    'Вебхук ещё не подтверждён. Отправьте проверку и введите пришедший код.',
    'ვებჰუკი ჯერ დადასტურებული არ არის. გაგზავნეთ ტესტი და შეიყვანეთ მიღებული კოდი.',
    'لم يُؤكَّد هذا الخطاف بعد. أرسل اختباراً وأدخل الرمز الذي يصل.',
  ],
  webhook_disabled: [
    'This webhook is switched off. Switch it on first.',
    'Этот вебхук выключен. Сначала включите его.',
    'ეს ვებჰუკი გამორთულია. ჯერ ჩართეთ.',
    'هذا الخطاف متوقف. شغّله أولاً.',
  ],
  test_events_used_up: tooMuchInAnHour,
  replays_used_up: tooMuchInAnHour,
  company_has_most_webhooks: [
    'A company has at most {max} webhooks. Delete or switch off one first.',
    'У компании не больше {max} вебхуков. Сначала удалите или выключите один.',
    'კომპანიას არაუმეტეს {max} ვებჰუკი აქვს. ჯერ ერთი წაშალეთ ან გამორთეთ.',
    'للشركة {max} خطاف على الأكثر. احذف أحدها أو أوقفه أولاً.',
  ],
  webhook_url_taken: [
    'Another webhook has this URL. Change its events instead.',
    'У другого вебхука уже есть этот URL. Измените его события.',
    'ეს URL სხვა ვებჰუკს აქვს. შეცვალეთ მისი მოვლენები.',
    'لخطاف آخر هذا العنوان. غيّر أحداثه بدلاً من ذلك.',
  ],
  ping_code_wrong: [
    'This code is not that of the last ping. Send a test, and enter the code that arrives.',
    'Это не код последнего пинга. Отправьте проверку и введите пришедший код.',
    'ეს ბოლო პინგის კოდი არ არის. გაგზავნეთ ტესტი და შეიყვანეთ მიღებული კოდი.',
    'هذا ليس رمز آخر اختبار. أرسل اختباراً وأدخل الرمز الذي يصل.',
  ],
  company_not_verified: [
    'Nobody gets e-mails of your company yet: a manager has to confirm their own address first.',
    'Письма вашей компании пока никому не отправляются: сначала менеджер должен подтвердить свой адрес.',
    'თქვენი კომპანიის წერილები ჯერ არავის ეგზავნება: ჯერ მენეჯერმა უნდა დაადასტუროს თავისი მისამართი.',
    'لا تُرسل رسائل شركتك إلى أحد بعد: على مدير أن يؤكد عنوانه أولاً.',
  ],
  notices_sent_again_too_often: [
    'The notices of a shipment are sent again three times a day at most.',
    'Уведомления отправления повторяют не больше трёх раз в день.',
    'გზავნილის შეტყობინებები დღეში მაქსიმუმ სამჯერ მეორდება.',
    'تُعاد إشعارات الشحنة ثلاث مرات في اليوم على الأكثر.',
  ],
  no_notice_to_send: [
    'There is no notice to send ({shipment_status}): no address, or the settings have none.',
    'Отправлять нечего ({shipment_status}): нет адреса, или уведомление отключено в настройках.',
    'გასაგზავნი შეტყობინება არ არის ({shipment_status}): მისამართი არ არის ან პარამეტრებში გამორთულია.',
    'لا إشعار يُرسل ({shipment_status}): لا عنوان، أو لا إشعار في الإعدادات.',
  ],
  address_gets_no_notices: [
    'This address gets no notices. Correct it, or call the recipient.',
    'На этот адрес уведомления не отправляются. Исправьте его или позвоните получателю.',
    'ამ მისამართზე შეტყობინებები არ იგზავნება. გაასწორეთ ან დაურეკეთ მიმღებს.',
    'لا تُرسل إشعارات إلى هذا العنوان. صحّحه أو اتصل بالمستلم.',
  ],
  import_not_over: [
    'The import still runs. Its errors are known when it is over.',
    'Импорт ещё идёт. Ошибки будут известны, когда он закончится.',
    'იმპორტი ჯერ მიმდინარეობს. შეცდომები დასრულების შემდეგ გამოჩნდება.',
    'ما زال الاستيراد جارياً. تُعرف أخطاؤه عند انتهائه.',
  ],
  import_failed: [
    'The import failed as a whole, so there is no list of rows.',
    'Импорт не удался целиком, поэтому списка строк нет.',
    'იმპორტი მთლიანად ვერ შესრულდა, ამიტომ სტრიქონების სია არ არის.',
    'فشل الاستيراد كله، فلا قائمة بالصفوف.',
  ],
  transfers_used_up: tooMuchInAnHour,
} as const satisfies Record<string, Row>
