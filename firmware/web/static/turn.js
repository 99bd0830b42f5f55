// Who is to play: whose word or hand the table waits for, which is not always the one whose turn it is.

/** Whether the table waits for this seat. */
export function waitsFor(state, seat) {
  return state.public?.waits?.includes(seat) ?? false;
}
