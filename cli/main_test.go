package cli

import (
	"os"
	"testing"

	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }
