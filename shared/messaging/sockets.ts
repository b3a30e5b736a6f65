import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { withoutLog, type ClientConfig, type Clients } from '../config/clients.ts'

/** Sends to connections. */
export interface Sockets {
  /** Sends a text. `gone`: the connection is closed, or does not read. */
  post(id: string, text: string): Promise<'sent' | 'gone'>
  close(id: string): Promise<void>
}

/** The stack sets the endpoint, AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI. */
const gatewayClient = (config: ClientConfig) =>
  withoutLog(
    new ApiGatewayManagementApiClient({
      ...config,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 1000, throwOnRequestTimeout: true },
    }),
  )
/** As the SDK's request handler names it. */
const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

/** The gateway's connections (API Gateway developer guide, "Use @connections commands"). */
export const gatewaySockets = ({ client }: { client: Clients }): Sockets => {
  const gateway = client('APIGATEWAYMANAGEMENTAPI', gatewayClient)
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
        if (!(error instanceof LimitExceededException) && !isTimeout(error)) throw error
        // A slow reader would delay the others: it is disconnected, and catches up when it reconnects.
        await close(ConnectionId)
        return 'gone'
      }
    },
  }
}
