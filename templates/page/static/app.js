// The Mini App's way in: what Telegram signed stands behind the # of the address, which no server sees.
"use strict";

const signed = new URLSearchParams(location.hash.slice(1)).get("tgWebAppData");
const form = document.getElementById("app");
if (signed) {
  form.elements.data.value = signed;
  history.replaceState(null, "", location.pathname + location.search);
  form.submit();
} else {
  document.getElementById("wait").hidden = true;
  document.getElementById("outside").hidden = false;
}
