/** A status as papers print it: "IN_TRANSIT" is "In transit". */
export const statusWords = (status: string) =>
  status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ')
