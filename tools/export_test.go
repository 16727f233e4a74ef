package tools

// AnswerType is the component of openapi.yaml that the answers of a tool fit.
func AnswerType(name string) string { return toolNamed(name).out }
