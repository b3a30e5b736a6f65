import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'

/** How connections are reached. */
export interface Sockets {
  /** Sends a text. `gone`: there is no such connection any more, or it takes nothing. */
  post(id: string, text: string): Promise<'sent' | 'gone'>
  close(id: string): Promise<void>
}

/** Where the gateway is, the SDK finds in AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI, which the stack sets. */
const client = () =>
  new ApiGatewayManagementApiClient({
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  })
let kept: ApiGatewayManagementApiClient | undefined

/** The sockets that the gateway holds (API Gateway developer guide, "Use @connections commands"). */
export const gatewaySockets = (): Sockets => {
  const gateway = (kept ??= client())
  const close = async (ConnectionId: string) => {
    try {
      await gateway.send(new DeleteConnectionCommand({ ConnectionId }))
    } catch (error) {
      if (!(error instanceof GoneException)) throw error
    }
  }
  return {
    close,
    async post(ConnectionId, text) {
      try {
        await gateway.send(new PostToConnectionCommand({ ConnectionId, Data: text }))
        return 'sent'
      } catch (error) {
        if (error instanceof GoneException) return 'gone'
        if (!(error instanceof LimitExceededException)) throw error
        // It reads too slowly, and would hold up the others: it is to come again and look what it has missed.
        await close(ConnectionId)
        return 'gone'
      }
    },
  }
}
