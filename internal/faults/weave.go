package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// activeFault is the environment variable with the number of the fault that a woven package has, "" for none.
const activeFault = "LITMUS_PLANTED_FAULT"

// weave puts the faults of functions of one package into the same text, so that the package is compiled once for all of
// them: each function asks which fault is active, and calls the copy of itself that has it. It returns the changed
// files, one of them new, with the numbers of the faults by their ids. Faults that cannot be woven are left out: those
// of constants, variables, types and files.
func weave(pkg string, mutants []Mutant) (files map[string]string, numbers map[string]string) {
	files, numbers = map[string]string{}, map[string]string{}
	byFunction := map[string][]Mutant{}
	for _, m := range mutants {
		if _, err := signatureOf(m); err == nil {
			where := fmt.Sprintf("%s %08d", m.File, m.Start)
			byFunction[where] = append(byFunction[where], m)
		}
	}
	functions := make([][]Mutant, 0, len(byFunction))
	for _, list := range byFunction {
		functions = append(functions, list)
	}
	// The last function of a file first, so that the places of the others stay.
	slices.SortFunc(functions, func(a, b []Mutant) int { return b[0].Start - a[0].Start })
	name := ""
	for _, list := range functions {
		first := list[0]
		text, ok := files[first.File]
		if !ok {
			text = first.Original
		}
		s, _ := signatureOf(first)
		name = s.pkg
		var calls, copies strings.Builder
		for _, m := range list {
			number := strconv.Itoa(len(numbers) + 1)
			numbers[m.ID] = number
			fmt.Fprintf(&calls, "if plantedFault == %q { %s }\n", number, s.call("planted"+number+s.name))
			copies.WriteString("\n" + s.renamed(m.Declaration, "planted"+number+s.name))
		}
		fmt.Fprintf(&calls, "%s\n", s.call("unplanted"+s.name))
		files[first.File] = text[:first.Start] + s.head + "{\n" + calls.String() + "}\n" +
			s.renamed(first.Before, "unplanted"+s.name) + copies.String() + text[first.Start+len(first.Before):]
	}
	if name != "" {
		files[path.Join(pkg, "planted_fault.go")] = "package " + name + "\n\nimport \"os\"\n\n" +
			"var plantedFault = os.Getenv(\"" + activeFault + "\")\n"
	}
	return files, numbers
}

// signature is what is needed to call a function by other names.
type signature struct {
	pkg, name string
	at        int    // where the name begins in the declaration
	head      string // with names of our own for receiver and parameters
	receiver  string // "r." of a method
	arguments string // "[T](p0, p1...)"
	returns   bool
}

// call is the statement that calls the function by another name and returns what it returns.
func (s signature) call(name string) string {
	call := s.receiver + name + s.arguments
	if s.returns {
		return "return " + call
	}
	return call + "; return"
}

// renamed is the declaration with another name.
func (s signature) renamed(declaration, name string) string {
	return declaration[:s.at] + name + declaration[s.at+len(s.name):]
}

// signatureOf reads the signature of the function that a mutant changes. It fails for other declarations, for main and
// init, and for a change of the signature itself.
func signatureOf(m Mutant) (s signature, err error) {
	set := token.NewFileSet()
	package_, err := parser.ParseFile(set, m.File, m.Original, parser.PackageClauseOnly)
	if err != nil {
		return s, err
	}
	const before = "package p\n"
	f, err := parser.ParseFile(set, m.File, before+m.Before, parser.SkipObjectResolution)
	if err != nil || len(f.Decls) != 1 {
		return s, fmt.Errorf("no function: %v", err)
	}
	d, ok := f.Decls[0].(*ast.FuncDecl)
	if !ok || d.Body == nil || d.Recv == nil && (d.Name.Name == "init" || d.Name.Name == "main") {
		return s, fmt.Errorf("%s is no function that others call", m.File)
	}
	at := func(p token.Pos) int { return set.Position(p).Offset - len(before) }
	text := func(n ast.Node) string { return m.Before[at(n.Pos()):at(n.End())] }
	if body := at(d.Body.Pos()); len(m.Declaration) <= body || m.Declaration[:body] != m.Before[:body] {
		return s, fmt.Errorf("the signature of %s changes", d.Name.Name)
	}
	s = signature{pkg: package_.Name.Name, name: d.Name.Name, at: at(d.Name.Pos()), head: "func "}
	if d.Recv != nil {
		s.head += "(r " + text(d.Recv.List[0].Type) + ") "
		s.receiver = "r."
	}
	s.head += s.name
	if t := d.Type.TypeParams; t != nil {
		s.head += text(t)
		s.arguments = "[" + strings.Join(namesOf(t), ", ") + "]"
	}
	var parameters, arguments, results []string
	for _, p := range d.Type.Params.List {
		for range max(len(p.Names), 1) {
			name := "p" + strconv.Itoa(len(parameters))
			parameters = append(parameters, name+" "+text(p.Type))
			if _, variadic := p.Type.(*ast.Ellipsis); variadic {
				name += "..."
			}
			arguments = append(arguments, name)
		}
	}
	if d.Type.Results != nil {
		for _, r := range d.Type.Results.List {
			for range max(len(r.Names), 1) {
				results = append(results, text(r.Type))
			}
		}
	}
	s.returns = len(results) > 0
	s.head += "(" + strings.Join(parameters, ", ") + ") (" + strings.Join(results, ", ") + ") "
	s.arguments += "(" + strings.Join(arguments, ", ") + ")"
	return s, nil
}

func namesOf(list *ast.FieldList) (names []string) {
	for _, f := range list.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}
