package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// dist runs scripts/dist.sh for a small package into a folder, and returns what is there.
func dist(t *testing.T, pkg string, environ ...string) map[string][]byte {
	t.Helper()
	folder := t.TempDir()
	make := exec.Command("bash", "../../scripts/dist.sh", folder, pkg)
	make.Env = append(os.Environ(), append([]string{"VERSION=v1.2.3", "COMMIT=0123456789ab", "DATE=2026-11-22T10:00:00Z"}, environ...)...)
	if said, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(folder, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestDistU10: make dist's script builds static binaries, with checksums that are right and a list of what is inside; the same
// bytes come twice, whatever this user's environment says. It is a small program (make dist-check does it to the bot), for three of
// the six systems: each needs a standard library of its own.
func TestDistU10(t *testing.T) {
	const pkg = "./internal/dist/testdata/hello"
	three := "TARGETS=linux/" + runtime.GOARCH + " darwin/arm64 windows/amd64"
	first := dist(t, pkg, three)
	second := dist(t, pkg, three, "GOFLAGS=-race", "CGO_ENABLED=1", "GOAMD64=v3", "USER=somebody", "HOME="+os.Getenv("HOME"), "TZ=Asia/Tokyo")
	want := []string{"SHA256SUMS", "keepsake-v1.2.3.cdx.json"}
	for _, target := range []string{"linux-" + runtime.GOARCH, "darwin-arm64", "windows-amd64.exe"} {
		want = append(want, "keepsake-v1.2.3-"+target)
	}
	var got []string
	for name, bytesOf := range first {
		got = append(got, name)
		if !bytes.Equal(bytesOf, second[name]) {
			t.Errorf("%s differs from one time to the next", name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(second) != len(first) {
		t.Fatalf("there are %v, not %v", got, want)
	}
	for name, magic := range map[string]string{"linux-" + runtime.GOARCH: "\x7fELF", "darwin-arm64": "\xcf\xfa\xed\xfe", "windows-amd64.exe": "MZ"} {
		if !bytes.HasPrefix(first["keepsake-v1.2.3-"+name], []byte(magic)) {
			t.Errorf("%s is no such binary", name)
		}
	}
	sums := regexp.MustCompile(`(?m)^([0-9a-f]{64})  (\S+)$`).FindAllStringSubmatch(string(first["SHA256SUMS"]), -1)
	if len(sums) != 4 {
		t.Errorf("%d checksums", len(sums))
	}
	for _, line := range sums {
		if sum := sha256.Sum256(first[line[2]]); hex.EncodeToString(sum[:]) != line[1] {
			t.Errorf("the checksum of %s is wrong", line[2])
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(first["keepsake-v1.2.3-linux-"+runtime.GOARCH], []byte(here)) {
		t.Error("a binary says where it was built")
	}
	checkList(t, first["keepsake-v1.2.3.cdx.json"])
	saysVersion(t, first["keepsake-v1.2.3-"+runtime.GOOS+"-"+runtime.GOARCH])

	// What the script printed, printed here: the list is of the binaries, and of nothing else.
	path := filepath.Join(t.TempDir(), "hello")
	if err := os.WriteFile(path, first["keepsake-v1.2.3-linux-"+runtime.GOARCH], 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run([]string{"-version", "v1.2.3", "-commit", "0123456789ab", "-date", "2026-11-22T10:00:00Z", path, path}, &out); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), first["keepsake-v1.2.3.cdx.json"]) {
		t.Errorf("the list is another:\n%s", out.String())
	}
}

// Without a choice it is built for all six.
func TestSystemsU10(t *testing.T) {
	script, err := os.ReadFile("../../scripts/dist.sh")
	if want := "${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}"; err != nil || !bytes.Contains(script, []byte(want)) {
		t.Errorf("the script builds for others than %s, %v", want, err)
	}
}

// saysVersion runs a binary of this system: it knows its version, its commit and their date.
func saysVersion(t *testing.T, binary []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hello")
	if err := os.WriteFile(path, binary, 0o700); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(path).Output(); err != nil || string(said) != "v1.2.3 0123456789ab 2026-11-22\n" {
		t.Errorf("it says %q, %v", said, err)
	}
}

// checkList checks a list against the format, and against what the program is made of.
func checkList(t *testing.T, raw []byte) {
	t.Helper()
	var bom struct {
		Format   string `json:"bomFormat"`
		Spec     string `json:"specVersion"`
		Serial   string `json:"serialNumber"`
		Version  int
		Metadata struct {
			Timestamp string
			Component struct{ Type, Name, Version string }
		}
		Components []struct {
			Type, Name, Version, Purl string
			Ref                       string `json:"bom-ref"`
			Properties                []struct{ Name, Value string }
		}
	}
	if err := json.Unmarshal(raw, &bom); err != nil {
		t.Fatal(err)
	}
	if bom.Format != "CycloneDX" || bom.Spec != "1.5" || bom.Version != 1 || bom.Metadata.Timestamp != "2026-11-22T10:00:00Z" ||
		!regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(bom.Serial) ||
		bom.Metadata.Component.Name != "keepsake" || bom.Metadata.Component.Version != "v1.2.3" {
		t.Errorf("%s", raw)
	}
	found := map[string]bool{}
	for _, c := range bom.Components {
		if c.Type != "library" || c.Version == "" || c.Purl != "pkg:golang/"+c.Name+"@"+c.Version || c.Ref != c.Purl || found[c.Name] {
			t.Errorf("%+v", c)
		}
		found[c.Name] = true
		if c.Name != "stdlib" && (len(c.Properties) != 1 || !strings.HasPrefix(c.Properties[0].Value, "h1:")) {
			t.Errorf("%s has no hash: %+v", c.Name, c.Properties)
		}
	}
	if len(found) != 2 || !found["stdlib"] || !found["golang.org/x/sync"] {
		t.Errorf("inside are %v", found)
	}
}

// What is no binary, or said too little of, is refused.
func TestDistRefuses(t *testing.T) {
	for _, args := range [][]string{{}, {"-version", "v1"}, {"-nonsense"}, {"-version", "v1", "-commit", "c", "-date", "d", "dist_test.go"}} {
		var out bytes.Buffer
		if err := run(args, &out); err == nil || out.Len() > 0 {
			t.Errorf("%v: %v\n%s", args, err, out.String())
		}
	}
}
