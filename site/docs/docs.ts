import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { accessible, removeTableRegions } from './accessible.ts'
import { layout } from './layout.ts'

SwaggerUI({
  url: '/openapi.json',
  dom_id: '#reference',
  layout: 'Reference',
  plugins: [layout, accessible],
  deepLinking: true,
  // Schemas are shown with the operations that use them.
  defaultModelsExpandDepth: -1,
  // It would send the document to a third party for validation.
  validatorUrl: null,
})
removeTableRegions(document.body)
