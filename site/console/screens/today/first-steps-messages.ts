import { texts } from '../../../staff/messages/language.ts'

// Apart from those of the screen, as they are loaded with the form that new companies see.
export const messages = texts({
  whereIs: ['Where is your company?', 'Где ваша компания?', 'სად არის თქვენი კომპანია?', 'أين شركتك؟'],
  whereIsHint: [
    'Phone numbers without a calling code are of this country; days, and times in documents, are of this time zone. The settings have both.',
    'Номера без кода страны — этой страны; дни и время в документах — этого пояса. И то и другое есть в настройках.',
    'ნომრები კოდის გარეშე ამ ქვეყნისაა; დღეები და დოკუმენტების დრო ამ სარტყლისაა. ორივე პარამეტრებშია.',
    'الأرقام بلا رمز دولي من هذا البلد؛ والأيام وأوقات المستندات بهذه المنطقة. وكلاهما في الإعدادات.',
  ],
  firstSteps: ['First steps', 'Первые шаги', 'პირველი ნაბიჯები', 'الخطوات الأولى'],
  done: ['Done', 'Сделано', 'შესრულებულია', 'تم'],
  setPlace: [
    'Say where your company is',
    'Укажите, где ваша компания',
    'მიუთითეთ, სად არის თქვენი კომპანია',
    'حدّد مكان شركتك',
  ],
  invitePeople: ['Invite people', 'Пригласите сотрудников', 'მოიწვიეთ თანამშრომლები', 'ادعُ الموظفين'],
  invitePeopleHint: [
    'Each signs in with an account of their own, and sees what their role needs.',
    'У каждого своя учётная запись, и каждый видит то, что нужно его роли.',
    'თითოეულს საკუთარი ანგარიში აქვს და ხედავს იმას, რაც მის როლს სჭირდება.',
    'لكل واحد حسابه الخاص، ويرى ما يحتاجه دوره.',
  ],
  addWarehouse: ['Add a warehouse', 'Добавьте склад', 'დაამატეთ საწყობი', 'أضف مستودعاً'],
  addWarehouseHint: [
    'Parcels are received, packed and handed over there.',
    'Там посылки принимают, упаковывают и вручают.',
    'იქ ამანათებს იღებენ, ფუთავენ და აბარებენ.',
    'هناك تُستلم الطرود وتُعبأ وتُسلَّم.',
  ],
  bookFirst: [
    'Book the first shipment',
    'Оформите первое отправление',
    'გააფორმეთ პირველი გზავნილი',
    'احجز أول شحنة',
  ],
  bookFirstHint: [
    'Its label and its tracking page are there at once.',
    'Этикетка и страница отслеживания появятся сразу.',
    'ეტიკეტი და თვალყურის გვერდი მაშინვე გაჩნდება.',
    'يظهر ملصقها وصفحة تتبعها فوراً.',
  ],
  noShipmentsYet: [
    'There are no shipments yet',
    'Отправлений пока нет',
    'გზავნილები ჯერ არ არის',
    'لا شحنات بعد',
  ],
  later: ['Later', 'Позже', 'მოგვიანებით', 'لاحقاً'],
})
