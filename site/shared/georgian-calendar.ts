import type { Calendar, Durations } from './times.ts'

const units = { year: 'წლის', month: 'თვის', week: 'კვირის', day: 'დღის', hour: 'საათის', minute: 'წუთის' }

const ago: Calendar['ago'] = (count, unit) => `${count} ${units[unit]} წინ`

/** The names of months and days, and ages: Chromium has no Georgian ones. */
export const georgianCalendar: Calendar = {
  months: [
    'იანვარი',
    'თებერვალი',
    'მარტი',
    'აპრილი',
    'მაისი',
    'ივნისი',
    'ივლისი',
    'აგვისტო',
    'სექტემბერი',
    'ოქტომბერი',
    'ნოემბერი',
    'დეკემბერი',
  ],
  weekdays: ['კვირა', 'ორშაბათი', 'სამშაბათი', 'ოთხშაბათი', 'ხუთშაბათი', 'პარასკევი', 'შაბათი'],
  now: 'ახლა',
  ago,
}
/** Units, which Chromium lacks too. */
export const georgianDurations: Durations = {
  ago,
  in: (count, unit) => `${count} ${unit === 'hour' ? 'საათში' : 'წუთში'}`,
  units: { hour: 'სთ', minute: 'წთ' },
}
