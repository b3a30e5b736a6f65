import { texts } from '../words/language.ts'

/** Texts of the forms that open a session. */
export const words = texts({
  about: [
    'Shipments, bags and flights of your company',
    'Отправления, сумки и рейсы вашей компании',
    'თქვენი კომპანიის გზავნილები, ჩანთები და რეისები',
    'شحنات شركتك وحقائبها ورحلاتها',
  ],
  signIn: ['Sign in', 'Вход', 'შესვლა', 'تسجيل الدخول'],
  go: ['Sign in', 'Войти', 'შესვლა', 'دخول'],
  register: ['Register a company', 'Зарегистрировать компанию', 'კომპანიის რეგისტრაცია', 'تسجيل شركة'],
  registerHint: [
    'You become the manager and can invite colleagues. Choose a password of at least 8 characters.',
    'Вы станете руководителем и сможете пригласить коллег. Придумайте пароль не короче 8 знаков.',
    'თქვენ გახდებით მენეჯერი და შეძლებთ კოლეგების მოწვევას. აირჩიეთ მინიმუმ 8-სიმბოლოიანი პაროლი.',
    'تصبح أنت المدير ويمكنك دعوة الزملاء. اختر كلمة مرور من 8 أحرف على الأقل.',
  ],
  registerGo: ['Register', 'Зарегистрировать', 'რეგისტრაცია', 'تسجيل'],
  accept: ['Accept an invitation', 'Принять приглашение', 'მოწვევის მიღება', 'قبول دعوة'],
  acceptHint: [
    'Enter the code from the e-mail and choose a password of at least 8 characters.',
    'Введите код из письма и придумайте пароль не короче 8 знаков.',
    'შეიყვანეთ კოდი წერილიდან და აირჩიეთ მინიმუმ 8-სიმბოლოიანი პაროლი.',
    'أدخل الرمز من الرسالة واختر كلمة مرور من 8 أحرف على الأقل.',
  ],
  acceptGo: ['Accept', 'Принять', 'მიღება', 'قبول'],
  forgotten: ['Forgotten password', 'Забыли пароль?', 'დაგავიწყდათ პაროლი?', 'نسيت كلمة المرور؟'],
  forgottenHint: [
    'You get a code by e-mail, with which you can set a new password.',
    'Мы пришлём письмо с кодом для нового пароля.',
    'ელფოსტით მიიღებთ კოდს ახალი პაროლისთვის.',
    'ستصلك رسالة برمز لتعيين كلمة مرور جديدة.',
  ],
  sendCode: ['Send me a code', 'Прислать код', 'კოდის გამოგზავნა', 'أرسل الرمز'],
  reset: ['Set a new password', 'Новый пароль', 'ახალი პაროლი', 'كلمة مرور جديدة'],
  resetHint: [
    'If this address has an account, a code is on its way. It is valid for 10 minutes.',
    'Если у этого адреса есть учётная запись, код уже отправлен. Он действует 10 минут.',
    'თუ ამ მისამართს ანგარიში აქვს, კოდი უკვე გაიგზავნა. ის 10 წუთი მოქმედებს.',
    'إذا كان لهذا العنوان حساب، فالرمز في الطريق. وهو صالح لعشر دقائق.',
  ],
  setPassword: ['Set password and sign in', 'Сохранить и войти', 'შენახვა და შესვლა', 'حفظ والدخول'],
  wrong: [
    'The e-mail address or the password is wrong.',
    'Неверный адрес или пароль.',
    'ელფოსტა ან პაროლი არასწორია.',
    'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  ],
  sessionEnded: [
    'You have been signed out because your session has expired or was ended. Sign in again: what you have typed is kept.',
    'Сеанс истёк или был завершён. Войдите снова: введённое сохранено.',
    'სესია დასრულდა. შედით ხელახლა: შეყვანილი შენახულია.',
    'انتهت جلستك أو أُنهيت. سجّل الدخول مجدداً: ما كتبته محفوظ.',
  ],
  signedOut: ['You have signed out.', 'Вы вышли.', 'თქვენ გამოხვედით.', 'لقد سجّلت الخروج.'],
  keep: ['Keep me signed in', 'Не выходить', 'დამიმახსოვრე', 'إبقائي مسجلاً'],
  continueWith: [
    (provider: string) => `Continue with ${provider}`,
    (provider: string) => `Войти через ${provider}`,
    (provider: string) => `${provider}-ით გაგრძელება`,
    (provider: string) => `المتابعة باستخدام ${provider}`,
  ],
  otherTab: [
    'This sign-in was not started in this tab, or has been used already. Start again.',
    'Этот вход начат не в этой вкладке или уже использован. Начните заново.',
    'ეს შესვლა ამ ჩანართში არ დაწყებულა ან უკვე გამოყენებულია. დაიწყეთ თავიდან.',
    'لم يبدأ تسجيل الدخول هذا في علامة التبويب هذه أو استُخدم من قبل. ابدأ من جديد.',
  ],
  notSignedIn: [
    (provider: string) =>
      `You were not signed in: ${provider} reports that the sign-in was cancelled or refused.`,
    (provider: string) => `Вход не выполнен: ${provider} сообщает, что он отменён или отклонён.`,
    (provider: string) => `შესვლა ვერ მოხერხდა: ${provider} იუწყება, რომ ის გაუქმდა ან უარყოფილია.`,
    (provider: string) => `لم يتم تسجيل دخولك: يفيد ${provider} بأنه أُلغي أو رُفض.`,
  ],
  otherAddress: [
    (address: string) => `Open ${address} to sign in this way.`,
    (address: string) => `Чтобы войти так, откройте ${address}.`,
    (address: string) => `ასე შესასვლელად გახსენით ${address}.`,
    (address: string) => `لتسجيل الدخول بهذه الطريقة افتح ${address}.`,
  ],
  email: ['E-mail address', 'Электронная почта', 'ელფოსტა', 'البريد الإلكتروني'],
  password: ['Password', 'Пароль', 'პაროლი', 'كلمة المرور'],
  newPassword: ['New password', 'Новый пароль', 'ახალი პაროლი', 'كلمة المرور الجديدة'],
  code: ['Code', 'Код', 'კოდი', 'الرمز'],
  company: ['Company', 'Компания', 'კომპანია', 'الشركة'],
})
