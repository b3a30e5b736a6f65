import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartupError, errorMessage } from '../runtime/startup-error.ts'

export interface Resource {
  stack: string
  logicalId: string
  type: string
  properties: Record<string, unknown>
}

export interface Template {
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown> }>
  Outputs?: Record<string, { Value: unknown }>
  Parameters?: Record<string, { Default?: unknown }>
  Mappings?: Record<string, Record<string, Record<string, unknown>>>
}

/** A cloud assembly, the output of `cdk synth`: the template of each stack, and the paths of assets. */
export interface Assembly {
  directory: string
  /** Also of nested stacks, whose name is that of their parent and their logical id: `Api-Identity`. */
  templates: ReadonlyMap<string, Template>
  resources: readonly Resource[]
  /** Absolute path of each asset, by its object key in the templates. */
  assets: ReadonlyMap<string, string>
}

interface Manifest {
  artifacts?: Record<string, { type: string; properties?: { templateFile?: string; file?: string } }>
}
interface AssetManifest {
  files?: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>
}

/** Reads a synthesised assembly. Throws StartupError if there is none, or it cannot be read. */
export function readAssembly(directory: string): Assembly {
  const manifestFile = join(directory, 'manifest.json')
  if (!existsSync(manifestFile))
    throw new StartupError(`${directory} contains no synthesised CDK app (manifest.json).`)
  const { artifacts = {} } = readJson(manifestFile) as Manifest
  const templates = new Map<string, Template>()
  const assets = new Map<string, string>()
  for (const [id, { type, properties }] of Object.entries(artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties?.templateFile)
      templates.set(id, readJson(join(directory, properties.templateFile)) as Template)
    if (type === 'cdk:asset-manifest' && properties?.file)
      addAssets(readJson(join(directory, properties.file)) as AssetManifest)
  }
  function addAssets({ files = {} }: AssetManifest) {
    for (const { source, destinations } of Object.values(files))
      for (const { objectKey } of Object.values(destinations))
        assets.set(objectKey, resolve(directory, source.path))
  }
  const resources = [...templates].flatMap(([stack, template]) => resourcesIn(stack, template))
  for (const resource of resources.filter(({ type }) => type === nestedStackType)) {
    const name = nestedStackName(resource.stack, resource.logicalId)
    const template = readJson(nestedTemplateFile(resource, assets)) as Template
    templates.set(name, template)
    resources.push(...resourcesIn(name, template))
  }
  return { directory, templates, resources, assets }
}

const resourcesIn = (stack: string, { Resources = {} }: Template): Resource[] =>
  Object.entries(Resources).map(([logicalId, { Type, Properties }]) => ({
    stack,
    logicalId,
    type: Type,
    properties: Properties ?? {},
  }))

/** The type of nested stacks, as resources of their parents. */
export const nestedStackType = 'AWS::CloudFormation::Stack'
/** The name of a nested stack. */
export const nestedStackName = (parent: string, logicalId: string) => `${parent}-${logicalId}`

/** The asset whose object key is the last part of the URL of a nested stack's template. */
function nestedTemplateFile(
  { stack, logicalId, properties }: Resource,
  assets: ReadonlyMap<string, string>,
): string {
  const [, key = ''] = /\/([^/"]+)"\]*\}?$/.exec(JSON.stringify(properties['TemplateURL'])) ?? []
  const file = assets.get(key)
  if (file !== undefined) return file
  throw new StartupError(`The template of ${stack}/${logicalId} is not an asset of the assembly.`)
}

/** The resources of one CloudFormation type, in all stacks. */
export const resourcesOf = (assembly: Assembly, type: string): Resource[] =>
  assembly.resources.filter((resource) => resource.type === type)

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartupError(`${file} cannot be read (${errorMessage(error)}).`)
  }
}
