// Package tracing says what belongs together. A request, the wake-up that it sends, the workflow, its activities and
// their calls to mail servers and calendars are the spans of one trace of OpenTelemetry, and the log lines about them
// carry the same ids. Spans have routes, kinds, codes and ids of rows: never paths, addresses or anything that somebody
// typed. Without a [Provider] nothing is traced, and costs nothing.
package tracing
