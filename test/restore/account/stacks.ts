import type { Template } from '../../support/cloudformation/template.ts'
import { arnOf, awsError } from './aws.ts'

const nestedStack = 'AWS::CloudFormation::Stack'

const keptTypes = new Set(['AWS::Lambda::EventSourceMapping', nestedStack])

/** The stacks Data, Api and Jobs of a stage, and those nested in Api, as CloudFormation describes them. */
export class Stacks {
  readonly table: string
  readonly data: Template
  status = 'UPDATE_COMPLETE'
  readonly #templates: Map<string, Template>
  /** Distinguishes the mappings of a deployment from those before. */
  deployment = 0

  /** With `functionNames`, the Api has functions of these logical ids, the mappings and the nested stacks only. */
  constructor(
    { data, api, jobs }: Record<'data' | 'api' | 'jobs', Template>,
    prefix: string,
    functionNames?: RegExp,
  ) {
    const isKept = ([id, { Type }]: [string, { Type: string }]) =>
      Type === 'AWS::Lambda::Function' ? functionNames?.test(id) : keptTypes.has(Type)
    const reduced = ({ Resources, ...rest }: Template): Template => {
      const resources = Object.entries(Resources)
      return { ...rest, Resources: Object.fromEntries(functionNames ? resources.filter(isKept) : resources) }
    }
    this.data = structuredClone(data)
    const { Nested = {}, ...parent } = api
    this.#templates = new Map([
      [`${prefix}Data`, this.data],
      [`${prefix}Api`, reduced(parent)],
      [`${prefix}Jobs`, reduced(jobs)],
      ...Object.entries(Nested).map(([id, template]): [string, Template] => [
        this.physicalId(id, nestedStack),
        reduced(template),
      ]),
    ])
    this.table = `${prefix}Data-Table-1A2B3C`
  }

  physicalId(id: string, type: string) {
    if (type === 'AWS::DynamoDB::GlobalTable') return this.table
    if (type === 'AWS::KMS::Key') return 'data-key'
    if (type === nestedStack) return arnOf('cloudformation', `stack/Api-${id}-1A2B3C/6d1f`)
    return type === 'AWS::Lambda::EventSourceMapping' ? `${id}-${this.deployment}` : `${id}-x`
  }

  /** The physical ids of the resources of a type, with their properties. */
  ofType(type: string): { id: string; properties: any }[] {
    return [...this.#templates.values()].flatMap(({ Resources }) =>
      Object.entries(Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id, { Properties }]) => ({ id: this.physicalId(id, type), properties: Properties })),
    )
  }

  #template(name: string) {
    const template = this.#templates.get(name)
    if (template) return template
    throw awsError('ValidationError', `Stack with id ${name} does not exist`)
  }

  /** Pages of a hundred resources, as CloudFormation's. */
  #resources({ StackName, NextToken = '0' }: any) {
    const all = Object.entries(this.#template(StackName).Resources)
    const end = Number(NextToken) + 100
    return {
      StackResourceSummaries: all.slice(end - 100, end).map(([LogicalResourceId, { Type }]) => ({
        LogicalResourceId,
        ResourceType: Type,
        ResourceStatus: 'UPDATE_COMPLETE',
        PhysicalResourceId: this.physicalId(LogicalResourceId, Type),
      })),
      ...(end < all.length && { NextToken: String(end) }),
    }
  }

  #describe({ StackName }: any) {
    this.#template(StackName)
    const StackId = arnOf('cloudformation', `stack/${StackName}/6d1f`)
    return { Stacks: [{ StackName, StackId, StackStatus: this.status }] }
  }

  get actions() {
    return {
      DescribeStacks: (input: any) => this.#describe(input),
      GetTemplate: ({ StackName }: any) => ({ TemplateBody: JSON.stringify(this.#template(StackName)) }),
      ListStackResources: (input: any) => this.#resources(input),
    }
  }
}
