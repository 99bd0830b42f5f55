// The line to the box: one socket that is opened again whenever it is lost.

const FIRST_WAIT = 250; // ms before the first new try
const LONGEST_WAIT = 4000;
const SILENCE = 7000; // ms: the box says something at least every two seconds

/**
 * Opens the line and keeps it open. `on.news(parts)` gets what is new, `on.up()` and `on.down()` tell the state
 * of the line, `on.gone()` that this address is valid no longer. Gives `send(message)`, which drops
 * what is said while the line is down.
 */
export function connect(on) {
  const path = location.pathname.replace(/\/+$/, "");
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}/ws`;
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let heard = 0;

  function open() {
    clearTimeout(timer);
    heard = performance.now();
    const line = new WebSocket(address);
    socket = line;
    let first = true;
    line.addEventListener("message", (event) => {
      if (line !== socket) return;
      heard = performance.now();
      wait = FIRST_WAIT;
      if (first) on.up();
      on.news(JSON.parse(event.data), first);
      first = false;
    });
    line.addEventListener("close", () => lost(line));
  }

  async function lost(line) {
    if (line !== socket) return;
    socket = null;
    on.down();
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 1.6, LONGEST_WAIT);
    if (await isGone()) {
      clearTimeout(timer);
      on.gone();
    }
  }

  function hurry() {
    if (socket !== null || document.hidden) return;
    wait = FIRST_WAIT;
    open();
  }

  setInterval(() => {
    if (socket === null || performance.now() - heard < SILENCE) return;
    const silent = socket;
    lost(silent);
    silent.close();
  }, 1000);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return function send(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
}

async function isGone() {
  try {
    return (await fetch(location.pathname, { method: "HEAD", cache: "no-store" })).status === 404;
  } catch {
    return false; // the box does not answer at all: it may come back
  }
}
