import { texts } from '../../../staff/messages/language.ts'

export const messages = texts({
  hint: [
    'Where you are signed in. End a session that you do not recognise, and change your password.',
    'Где вы вошли. Завершите незнакомый сеанс и смените пароль.',
    'სად ხართ შესული. უცნობი სესია დაასრულეთ და შეცვალეთ პაროლი.',
    'الأماكن التي سجّلت الدخول منها. أنهِ أي جلسة لا تعرفها وغيّر كلمة المرور.',
  ],
  name: ['Your name', 'Ваше имя', 'თქვენი სახელი', 'اسمك'],
  addName: ['Add your name', 'Указать имя', 'სახელის მითითება', 'أضف اسمك'],
  changeName: ['Change your name', 'Изменить имя', 'სახელის შეცვლა', 'تغيير اسمك'],
  nameHint: [
    'Colleagues see it where it says who did something.',
    'Коллеги видят его там, где сказано, кто что сделал.',
    'კოლეგები ხედავენ იქ, სადაც წერია, ვინ რა გააკეთა.',
    'يراه زملاؤك حيث يُذكر من فعل شيئاً.',
  ],
  changePassword: ['Change your password', 'Сменить пароль', 'პაროლის შეცვლა', 'تغيير كلمة المرور'],
  codeSent: [
    (email: string) => `A code is on its way to ${email}. A new password signs you out everywhere else.`,
    (email: string) => `Код отправлен на ${email}. Новый пароль завершит все остальные сеансы.`,
    (email: string) => `კოდი გაიგზავნა: ${email}. ახალი პაროლი ყველა სხვა სესიას დაასრულებს.`,
    (email: string) => `أُرسل رمز إلى ${email}. كلمة المرور الجديدة تنهي كل الجلسات الأخرى.`,
  ],
  device: ['Device', 'Устройство', 'მოწყობილობა', 'الجهاز'],
  opened: ['Opened', 'Начат', 'გახსნილია', 'بدأت'],
  used: ['Last used', 'Использован', 'ბოლოს გამოყენებული', 'آخر استخدام'],
  expires: ['Expires', 'Истекает', 'იწურება', 'تنتهي'],
  current: ['This one', 'Этот', 'ეს', 'هذه'],
  end: ['End', 'Завершить', 'დასრულება', 'إنهاء'],
  endAll: ['End all, here too', 'Завершить все, и этот', 'ყველას დასრულება, ესეც', 'إنهاء الكل، وهذه أيضاً'],
  ended: ['Ended', 'Завершён', 'დასრულებულია', 'انتهت'],
  leave: ['Leave the company', 'Покинуть компанию', 'კომპანიის დატოვება', 'مغادرة الشركة'],
  leaveHint: [
    'You can then register or join another company with this address.',
    'После этого с этим адресом можно зарегистрироваться или войти в другую компанию.',
    'შემდეგ ამ მისამართით სხვა კომპანიაში შეძლებთ შესვლას.',
    'يمكنك بعدها التسجيل أو الانضمام إلى شركة أخرى بهذا العنوان.',
  ],
  empty: ['No sessions', 'Сеансов нет', 'სესიები არ არის', 'لا جلسات'],
})
