/** The settings of the service in tests, where they differ from those of the local cloud. */
export const testSettings = {
  // A fast hash, because the tests sign in hundreds of times. One test uses the real cost.
  bcryptCost: '4',
  // Clocks of tests stand still or advance by hours, so quotas of companies are not in their way.
  companyBurst: '1000000',
  // Without it a route answers 404.
  securityContact: 'security@swift.example',
}
