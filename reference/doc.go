// Package reference makes the pages of /docs from an OpenAPI 3.1 document: an overview, a page for each operation with
// its parameters, bodies, answers and samples of code, a page for each schema, and a search. They are plain HTML with
// one style sheet: there is no script, nothing is requested from elsewhere, and no key is asked for. Swagger UI, Redoc,
// Scalar and Elements are scripts of a megabyte and more, which show nothing without scripts and want inline styles,
// which our policy refuses. To undo it, serve a renderer's files in api/docs.go.
//
// document.go reads what the pages show, schema.go the fields of a body, samples.go writes the samples, search.go finds
// operations and pages.go puts it into the templates of pages/. It knows of OpenAPI what our document uses.
package reference
