import { refusals } from '../../core/errors.ts'

/** Refusals about signing in with an identity provider. */
export const refused = refusals({
  provider_gave_no_email: [
    'bad_request',
    '{provider} did not provide your e-mail address, which an account requires',
  ],
  provider_sign_in_cancelled: ['bad_request', '{provider} did not sign you in'],
  provider_refuses_client: [
    'bad_gateway',
    '{provider} refuses this service: see its client in the secret OAuth',
  ],
  provider_response_invalid: ['bad_gateway', '{provider} sends an invalid response'],
  identity_not_proved: ['bad_request', '{provider} has not proved who you are; begin again'],
  provider_email_unconfirmed: [
    'bad_request',
    'A user with this e-mail exists, and the identity provider does not say that the e-mail is yours; sign in as before',
  ],
  provider_sign_in_ended: [
    'bad_request',
    'This sign-in was not begun here, or has ended, or took more than ten minutes; begin again',
  ],
  provider_not_configured: [
    'bad_request',
    "{provider} is not configured: put this service's client into the secret OAuth",
  ],
  provider_configuration_invalid: ['bad_gateway', '{provider} sends an invalid OpenID configuration'],
  provider_endpoints_insecure: ['bad_gateway', '{provider} has endpoints that are missing or not https'],
  provider_address_insecure: ['bad_gateway', '{provider} has an address that is not https'],
})
