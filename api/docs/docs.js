"use strict";
// The keys have no business in a browser, and a booking tried out would be a real one: nothing here sends a request of the interface.
const readOnly = () => ({
  wrapComponents: {
    authorizeBtn: () => () => null,
    authorizeOperationBtn: () => () => null,
    ServersContainer: () => () => null,
  },
});

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  defaultModelExpandDepth: 3,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: false,
  docExpansion: "list",
  plugins: [readOnly],
  supportedSubmitMethods: [],
  validatorUrl: null,
});
