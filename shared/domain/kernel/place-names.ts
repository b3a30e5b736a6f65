/** The name of a place as it is compared: without letter case, accents and spacing. */
export const plainPlace = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\s.’'-]+/g, ' ')
    .trim()
