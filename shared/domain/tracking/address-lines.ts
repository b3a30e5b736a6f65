/** The lines of an address: the city on its own, unless the address names it already. Empty ones are left out. */
export const addressLines = ({ address, city }: { address: string; city: string }): string[] =>
  [address, address.toLowerCase().includes(city.toLowerCase()) ? '' : city].filter((text) => text !== '')
