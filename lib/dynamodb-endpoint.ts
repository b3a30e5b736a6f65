/**
 * Stands in for the SDK's rules of where DynamoDB answers (lib/bundle.ts), ten thousand bytes of them: at the address that is
 * set (AWS_ENDPOINT_URL_DYNAMODB), else at the region's own (AWS General Reference, "Amazon DynamoDB endpoints and quotas").
 */
export const defaultEndpointResolver = ({ Endpoint, Region }: { Endpoint?: string; Region: string }) => ({
  url: new URL(Endpoint ?? `https://dynamodb.${Region}.amazonaws.com${Region.startsWith('cn-') ? '.cn' : ''}`),
})
