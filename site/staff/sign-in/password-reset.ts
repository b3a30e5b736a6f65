const key = 'password reset'

/** Remembers, while the tab is open, that a password was reset in it, after which the user reviews the access that they have given. */
export const rememberReset = () => sessionStorage.setItem(key, 'yes')
export const wasReset = () => sessionStorage.getItem(key) !== null
export const forgetReset = () => sessionStorage.removeItem(key)
/** Where that is reviewed: the recent access is selected there. */
export const reviewAddress = '/console/sessions?review'
