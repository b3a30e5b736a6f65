/** The address of a service in a region (AWS General Reference, "AWS service endpoints"). */
export const regional = (service: string, region: string) =>
  `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/**
 * Stands in for the SDK's rules of where DynamoDB answers (stand-ins.ts), ten thousand bytes of them: at the address that is
 * set (AWS_ENDPOINT_URL_DYNAMODB), else at the region's own.
 */
export const defaultEndpointResolver = ({ Endpoint, Region }: { Endpoint?: string; Region: string }) => ({
  url: new URL(Endpoint ?? regional('dynamodb', Region)),
})
