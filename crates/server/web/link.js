// A level in a link: the whole text stands behind the `#`, so that nobody has to remember it.
// Short ones are written out, long ones are deflated.

/** A short link can hold very many bytes that are all the same: past these it is no level. */
const MOST_BYTES = 16 << 20;

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function fromBase64(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream @param {number} [most] */
async function through(bytes, stream, most = Infinity) {
  let length = 0;
  const counted = new TransformStream({
    transform(part, out) {
      length += part.length;
      if (length > most) out.error(new RangeError("more bytes than a level has"));
      else out.enqueue(part);
    },
  });
  const passed = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(counted);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

/** The link to a level in a mode. @param {string} text @param {string} mode */
export async function linkTo(text, mode) {
  const url = new URL(location.href);
  const deflated = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const [plain, packed] = [`level=${encodeURIComponent(text)}`, `z=${toBase64(deflated)}`];
  url.search = "";
  url.hash = withMode(plain.length <= packed.length ? plain : packed, mode);
  return url.href;
}

/** Whether the address is a link to a level. */
export function hasLink() {
  return /^#(z|level)=/.test(location.hash);
}

/** What stands behind the `#` of a link, with another mode. @param {string} hash @param {string} mode */
export function withMode(hash, mode) {
  return `${hash.replace(/&mode=\w*$/, "")}&mode=${mode}`;
}

/** The level text that a link holds, or null for a broken one, and the mode that it names. @param {string} hash */
export async function linked(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const [plain, packed, mode] = [fields.get("level"), fields.get("z"), fields.get("mode")];
  return { text: plain ?? (packed === null ? null : await unpacked(packed)), mode };
}

/** @param {string} packed */
async function unpacked(packed) {
  try {
    return new TextDecoder().decode(await through(fromBase64(packed), new DecompressionStream("deflate-raw"), MOST_BYTES));
  } catch {
    return null;
  }
}
