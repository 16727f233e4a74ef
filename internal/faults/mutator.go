package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// point is where an operator can change a file.
type point struct {
	operator string
	file     string // below the module's root
	edit     edit
}

// The operators of the mutator.
const (
	negateCondition = "negate a condition"
	moveBound       = "move a bound"
	turnEquality    = "turn an equality"
	turnTime        = "turn before and after"
	orForAnd        = "turn and and or"
	dropStatement   = "drop a statement"
	returnEarly     = "return early"
	addOne          = "add one"
	swapArguments   = "swap two arguments"
	turnFlag        = "turn a flag"
)

// operators are all operators, in the order in which one of them is drawn.
var operators = []string{negateCondition, moveBound, turnEquality, turnTime, orForAnd, dropStatement, returnEarly,
	addOne, swapArguments, turnFlag}

// swaps are the operators of Go that one of the mutator's replaces, and by what.
var swaps = map[token.Token]struct{ operator, by string }{
	token.LSS:  {moveBound, "<="},
	token.LEQ:  {moveBound, "<"},
	token.GTR:  {moveBound, ">="},
	token.GEQ:  {moveBound, ">"},
	token.EQL:  {turnEquality, "!="},
	token.NEQ:  {turnEquality, "=="},
	token.LAND: {orForAnd, "||"},
	token.LOR:  {orForAnd, "&&"},
}

// mutator finds the points of a file.
type mutator struct {
	set    *token.FileSet
	info   *types.Info
	name   string // of the file, below the module's root
	source string
	points []point
}

// find returns where the operators can change the file, in the order of its text. Many of the changes do not compile;
// whoever draws one checks that.
func (m *mutator) find(f *ast.File) []point {
	m.points = nil
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			m.returnsEarly(d)
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if g, ok := n.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				return false
			}
			m.visit(n)
			return true
		})
	}
	return m.points
}

func (m *mutator) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		m.replace(negateCondition, n.Cond, "!("+m.text(n.Cond)+")")
	case *ast.BinaryExpr:
		if by, ok := swaps[n.Op]; ok {
			m.add(by.operator, n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), by.by)
		}
	case *ast.SelectorExpr:
		m.turnTime(n)
	case *ast.BlockStmt:
		m.dropOne(n.List)
	case *ast.CaseClause:
		m.dropOne(n.Body)
	case *ast.CommClause:
		m.dropOne(n.Body)
	case *ast.BasicLit:
		if n.Kind == token.INT {
			m.replace(addOne, n, "("+n.Value+" + 1)")
		}
	case *ast.CallExpr:
		m.swapArguments(n)
	case *ast.Ident:
		if flag := m.info.Uses[n]; flag != nil && flag.Parent() == types.Universe {
			switch n.Name {
			case "true":
				m.replace(turnFlag, n, "false")
			case "false":
				m.replace(turnFlag, n, "true")
			}
		}
	}
}

// turnTime asks whether an instant is after another in the place of before, and the other way round.
func (m *mutator) turnTime(s *ast.SelectorExpr) {
	if t := m.info.TypeOf(s.X); t == nil || !slices.Contains([]string{"time.Time", "*time.Time"}, t.String()) {
		return
	}
	switch s.Sel.Name {
	case "Before":
		m.replace(turnTime, s.Sel, "After")
	case "After":
		m.replace(turnTime, s.Sel, "Before")
	}
}

// dropOne drops one statement of a block: a call, an assignment to what is declared elsewhere, a condition that ends
// the course, or something deferred. A line of the log and what is closed at the end are left alone: hardly a test
// looks at them.
func (m *mutator) dropOne(list []ast.Stmt) {
	for _, s := range list {
		drop := false
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt:
			drop = true
		case *ast.AssignStmt:
			drop = s.Tok != token.DEFINE
		case *ast.IfStmt:
			drop = s.Else == nil && ends(s.Body)
		}
		if text := m.text(s); drop && !strings.Contains(text, "log.") && !strings.Contains(text, "Log.") &&
			!strings.Contains(text, ".Close()") && !strings.Contains(text, "cancel()") {
			m.replace(dropStatement, s, "")
		}
	}
}

// ends reports whether a block leaves what it stands in.
func ends(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// returnsEarly returns the zero values before one of the statements of a function.
func (m *mutator) returnsEarly(d *ast.FuncDecl) {
	var zeros []string
	if d.Type.Results != nil {
		for _, r := range d.Type.Results.List {
			for range max(len(r.Names), 1) {
				zeros = append(zeros, "*new("+m.text(r.Type)+")")
			}
		}
	}
	early := strings.TrimSpace("return "+strings.Join(zeros, ", ")) + "; "
	for n, s := range d.Body.List {
		if _, last := s.(*ast.ReturnStmt); !last || n < len(d.Body.List)-1 {
			m.add(returnEarly, s.Pos(), s.Pos(), early)
		}
	}
}

// swapArguments swaps neighbouring arguments of the same type.
func (m *mutator) swapArguments(c *ast.CallExpr) {
	for n := 1; n < len(c.Args); n++ {
		a, b := c.Args[n-1], c.Args[n]
		first, second := m.info.TypeOf(a), m.info.TypeOf(b)
		if first == nil || second == nil || !types.Identical(first, second) || m.text(a) == m.text(b) {
			continue
		}
		m.add(swapArguments, a.Pos(), b.End(), m.text(b)+m.source[m.offset(a.End()):m.offset(b.Pos())]+m.text(a))
	}
}

func (m *mutator) replace(operator string, n ast.Node, text string) {
	m.add(operator, n.Pos(), n.End(), text)
}

func (m *mutator) add(operator string, from, to token.Pos, text string) {
	m.points = append(m.points, point{operator, m.name, edit{m.offset(from), m.offset(to), text}})
}

func (m *mutator) offset(p token.Pos) int { return m.set.Position(p).Offset }

func (m *mutator) text(n ast.Node) string { return m.source[m.offset(n.Pos()):m.offset(n.End())] }
