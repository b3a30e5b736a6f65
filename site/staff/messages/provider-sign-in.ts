import { texts } from './language.ts'

// Why a sign-in at an identity provider did not succeed.

export const messages = texts({
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
})
