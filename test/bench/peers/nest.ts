import 'reflect-metadata'
import awsLambdaFastify from '@fastify/aws-lambda'
import { Body, Controller, Get, Headers, HttpException, Module, Param, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { book, health, read, Refused } from './work.ts'

const refusals = (error: unknown): never => {
  throw error instanceof Refused ? new HttpException({ detail: error.message }, error.status) : error
}

@Controller()
class Shipments {
  @Get()
  health() {
    return health()
  }
  @Post('api/v1/shipments')
  book(@Headers('authorization') authorization: string, @Body() body: unknown) {
    return book(authorization, body).catch(refusals)
  }
  @Get('api/v1/shipments/:id')
  read(@Headers('authorization') authorization: string, @Param('id') id: string) {
    return read(authorization, id).catch(refusals)
  }
}

@Module({ controllers: [Shipments] })
class App {}

// Follows https://docs.nestjs.com/faq/serverless: the application starts once, and each request awaits the start.
async function start() {
  const app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), { logger: false })
  const proxy = awsLambdaFastify(app.getHttpAdapter().getInstance())
  await app.init()
  return proxy
}
const started = start()
export const handler = async (event: APIGatewayProxyEventV2, context: Context) =>
  (await started)(event, context)
