package openai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

