/** Said of what the role of the user does not include, in the order of `languages`; for pages, and for refusals of the API. */
export const notPermitted = [
  'Your role does not include this. Ask a manager for it.',
  'Ваша роль этого не позволяет. Обратитесь к руководителю.',
  'თქვენს როლს ეს უფლება არ აქვს. მიმართეთ მენეჯერს.',
  'دورك لا يسمح بذلك. اطلبه من المدير.',
] as const
