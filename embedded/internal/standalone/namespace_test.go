package standalone

import (
	"fmt"
	"strings"
	"testing"

	enumspb "go.temporal.io/api/enums/v1"
)

func TestAddAliases(t *testing.T) {
	t.Parallel()
	const keyword = enumspb.INDEXED_VALUE_TYPE_KEYWORD
	n := newNamespace("default")

	added, err := addAliases(n, map[string]enumspb.IndexedValueType{"B": keyword, "A": keyword,
		"T": enumspb.INDEXED_VALUE_TYPE_DATETIME})
	if err != nil || !added {
		t.Fatalf("got %v, %v; want them added", added, err)
	}
	want := map[string]string{"Keyword01": "A", "Keyword02": "B", "Datetime01": "T"}
	if got := fmt.Sprint(n.Config.CustomSearchAttributeAliases); got != fmt.Sprint(want) {
		t.Errorf("got %s, want %v", got, want)
	}

	// A later version of the program: columns in use keep their names, and new names get free columns.
	added, err = addAliases(n, map[string]enumspb.IndexedValueType{"A": keyword, "AA": keyword})
	want["Keyword03"] = "AA"
	if got := fmt.Sprint(n.Config.CustomSearchAttributeAliases); err != nil || !added || got != fmt.Sprint(want) {
		t.Errorf("got %s (%v, %v), want %v", got, added, err, want)
	}

	if added, err = addAliases(n, map[string]enumspb.IndexedValueType{"A": keyword}); added || err != nil {
		t.Errorf("got %v, %v; want nothing to add", added, err)
	}

	many := map[string]enumspb.IndexedValueType{}
	for i := range 20 {
		many[fmt.Sprint("N", i)] = keyword
	}
	if _, err = addAliases(n, many); err == nil || !strings.Contains(err.Error(), "keyword") {
		t.Errorf("got %v, want an error that names the type", err)
	}
}
