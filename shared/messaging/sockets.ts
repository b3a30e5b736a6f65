import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'

/** Sends to connections. */
export interface Sockets {
  /** Sends a text. `gone`: the connection is closed, or does not read. */
  post(id: string, text: string): Promise<'sent' | 'gone'>
  close(id: string): Promise<void>
}

/** The SDK reads the endpoint from AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI, which the stack sets. */
const client = () =>
  new ApiGatewayManagementApiClient({
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  })
let kept: ApiGatewayManagementApiClient | undefined

/** The gateway's connections (API Gateway developer guide, "Use @connections commands"). */
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
        // A slow reader would delay the others: it is disconnected, and catches up when it reconnects.
        await close(ConnectionId)
        return 'gone'
      }
    },
  }
}
