package scripted

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // what the reference takes
	_ "image/jpeg"
	_ "image/png"
	"slices"
	"strings"

	_ "golang.org/x/image/webp"
)

// content is what a message says: a text, or parts of which some may be pictures.
type content struct {
	text   string
	images []Image
	parts  bool
	bad    error // why a part would be refused
}

// Image is a picture of a prompt: what a brain may look at.
type Image struct {
	Kind          string // jpeg, png, gif, webp
	Width, Height int    // pixels
	Sum           string // the first 12 hex of SHA-256
}

func (i Image) String() string { return fmt.Sprintf("%s %dx%d %s", i.Kind, i.Width, i.Height, i.Sum) }

// maxImages and maxImage are what the reference takes in one request, in pictures and bytes.
const (
	maxImages = 50
	maxImage  = 20 << 20
)

// UnmarshalJSON reads either form.
func (c *content) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		return nil
	}
	if json.Unmarshal(raw, &c.text) == nil {
		return nil
	}
	var parts []struct {
		Type     string  `json:"type"`
		Text     *string `json:"text"`
		ImageURL *struct {
			URL    string `json:"url"`
			Detail string `json:"detail"`
		} `json:"image_url"`
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&parts); err != nil {
		return errors.New("content: neither a text nor a list of parts")
	}
	c.parts = true
	var said []string
	err := firstFailed(check{len(parts) == 0, "content: no parts"})
	for _, p := range parts {
		switch {
		case p.Type == "text" && p.Text != nil && p.ImageURL == nil:
			said = append(said, *p.Text)
		case p.Type == "image_url" && p.ImageURL != nil && p.Text == nil:
			i, bad := decodePicture(p.ImageURL.URL)
			known := slices.Contains([]string{"", "auto", "low", "high"}, p.ImageURL.Detail)
			err = cmp.Or(err, bad, firstFailed(check{!known, "image_url: unknown detail"}))
			c.images = append(c.images, i)
		default:
			err = cmp.Or(err, errors.New("content: a part that is neither text nor image_url"))
		}
	}
	c.text, c.bad = strings.Join(said, "\n"), err
	return nil
}

// decodePicture decodes a data: URI; addresses are not fetched here.
func decodePicture(uri string) (Image, error) {
	kind, data, ok := strings.Cut(strings.TrimPrefix(uri, "data:"), ";base64,")
	if !ok || !strings.HasPrefix(uri, "data:image/") {
		return Image{}, errors.New("image_url: only data: URIs of pictures, in base64, are looked at here")
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil || len(raw) > maxImage {
		return Image{}, errors.New("image_url: not base64, or too large")
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || "image/"+format != kind {
		return Image{}, errors.New("image_url: not a picture of the kind it says")
	}
	sum := sha256.Sum256(raw)
	return Image{Kind: format, Width: c.Width, Height: c.Height, Sum: fmt.Sprintf("%x", sum[:6])}, nil
}

func (c content) check(role string) error {
	return cmp.Or(c.bad, firstFailed(
		check{len(c.images) > 0 && role != "user", "content: pictures are a user's"},
		check{len(c.images) > maxImages, "content: too many pictures"},
	))
}
