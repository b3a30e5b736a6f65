/** Contact data as it is shown where only its owner should recognise it. */
export const masked = {
  /** `g…@example.com` */
  email: (address: string) => address.replace(/^(.).*(?=@)/, '$1…'),
  /** The last three digits: `…456`. */
  phone: (number: string) => (number === '' ? '' : `…${number.slice(-3)}`),
  /** Whether there is one. */
  address: (address: string) => (address === '' ? '' : '…'),
}
