// A pod: a wedge with the display and three buttons in its face, a base, and a clamp that holds the display board.
// openscad -D 'part="shell"' -D 'display="1.3"' -o shell.stl pod.scad
include <parts.scad>

part = "all"; // shell, base, clamp, or all put together
display = "1.3"; // or "0.96"

width = 68;
depth = 72;
front = 20; // height of the front edge: the buttons need it
tilt = 25; // degrees, towards the player
wall = 2.4;
floor = 3;
corner = 5; // radius
row = 17; // the buttons' middles, from the front edge along the face
gap = 3; // between the buttons' nuts and the display board
rib = 1.6;

board = display == "1.3" ? display_13 : display_096;
face = depth / cos(tilt); // its length
board_at = row + button[1] / 2 + gap + board[1] / 2; // the board's middle, along the face
stack = board[2] + board[3]; // board and glass
boss = 7.6; // across
boss_at = board[0] / 2 + loose + rib + boss / 2 - 0.6;
post = 8.4;
inward = wall + loose + 5.6; // the posts' middles, from outside: the base is whole about its screws
posts = [for (x = [-1, 1], y = [inward, depth - inward]) [x * (width / 2 - inward), y]];

assert(board_at + board[1] / 2 + 6 < face - wall, "the face is too short for the display: make the pod deeper");
assert(boss_at + boss / 2 < width / 2 - wall, "the pod is too narrow for the display");
assert((front + row * sin(tilt)) / cos(tilt) - floor > button[2], "the front is too low for the buttons");

$fn = 48;

// Children in the plane of the face: x across, y from its lower edge up, z outwards.
module on_face() translate([0, 0, front]) rotate([tilt, 0, 0]) children();

module plan(inset) translate([0, depth / 2]) offset(corner - inset) square([width - 2 * corner, depth - 2 * corner], center = true);

// All that lies below the face, as thick as `inset` lets it.
module wedge(inset, bottom) difference() {
  translate([0, 0, bottom]) linear_extrude(200) plan(inset);
  on_face() translate([-width, -face, -inset]) cube([2 * width, 3 * face, 400]);
}

module shell() difference() {
  union() {
    difference() {
      wedge(0, 0);
      wedge(wall, -1);
    }
    intersection() {
      wedge(wall / 2, 0);
      union() {
        for (at = posts) translate([0, 0, floor + 0.2]) linear_extrude(200) hull() {
          translate(at) circle(d = post);
          translate([sign(at.x) * (width / 2 - wall), at.y < depth / 2 ? wall : depth - wall]) circle(d = 4);
        }
        on_face() fittings();
      }
    }
  }
  for (at = posts) translate([at.x, at.y, -1]) cylinder(d = screw[0], h = floor + 12);
  on_face() openings();
  // The cable's notch is open below: it is laid in, not threaded.
  translate([-cable / 2, depth - 2 * wall, -1]) cube([cable, 3 * wall, floor + cable + 1]);
}

// Ribs about the display board, but for its upper edge where the wires leave, and two bosses for the clamp.
module fittings() {
  translate([0, board_at, -wall - stack - 0.4]) linear_extrude(stack + 1) difference() {
    square([board[0] + 2 * (loose + rib), board[1] + 2 * (loose + rib)], center = true);
    square([board[0] + 2 * loose, board[1] + 2 * loose], center = true);
    translate([0, board[1] / 2]) square([board[0] - 4, 12], center = true);
  }
  for (side = [-1, 1]) translate([side * boss_at, board_at, -wall - stack + 0.3]) cylinder(d = boss, h = stack + 0.5);
}

module openings() {
  translate([0, board_at + board[6], 0]) hull() {
    translate([0, 0, -wall - 0.1]) linear_extrude(0.1) square([board[4], board[5]], center = true);
    translate([0, 0, 0.1]) linear_extrude(0.1) square([board[4] + 2 * wall, board[5] + 2 * wall], center = true);
  }
  for (at = [-1 : 1]) translate([at * button_apart, row, -2 * wall]) cylinder(d = button[0], h = 3 * wall);
  for (side = [-1, 1]) translate([side * boss_at, board_at, -wall - stack - 1]) cylinder(d = screw[0], h = stack + 1 + wall - 0.8);
  // Back, more, OK below their buttons, as on the glass.
  translate([0, row - button[1] / 2 - 3, -0.8]) linear_extrude(1) {
    translate([-button_apart, 0]) rotate(180) circle(r = 2.2, $fn = 3);
    circle(r = 2.2, $fn = 3);
    translate([button_apart, 0]) difference() { circle(r = 2); circle(r = 1); }
  }
}

module base() difference() {
  linear_extrude(floor) difference() {
    plan(wall + loose);
    translate([-cable / 2, depth - 2 * wall]) square([cable, 3 * wall]);
    // A cable tie about the cable takes every pull.
    for (side = [-1, 1]) translate([side * 7 - 1, depth - 22]) square([2, 5]);
  }
  for (at = posts) translate([at.x, at.y, -1]) {
    cylinder(d = screw[1], h = floor + 2);
    cylinder(d1 = screw[2] + 2, d2 = screw[1], h = 1 + (screw[2] - screw[1]) / 2 + 0.2);
  }
  // Rubber feet of 10 mm.
  for (x = [-1, 1], y = [20, depth - 20]) translate([x * (width / 2 - 14), y, -1]) cylinder(d = 10.4, h = 1.8);
}

// A bar on the bosses; its ends press on the board's edges, its middle leaves the parts on the board's back free.
module clamp() difference() {
  thick = 5;
  translate([-boss_at - boss / 2, -5, 0]) cube([2 * boss_at + boss, 10, thick]);
  translate([-board[0] / 2 + 2.5, -6, -1]) cube([board[0] - 5, 12, 1 + 2.5]);
  for (side = [-1, 1]) translate([side * boss_at, 0, -1]) cylinder(d = screw[1], h = thick + 2);
}

if (part == "shell") rotate([180 - tilt, 0, 0]) translate([0, 0, -front]) shell(); // the face on the bed
else if (part == "base") base();
else if (part == "clamp") clamp();
else {
  shell();
  translate([0, 0, -25]) color("silver") base();
  on_face() translate([0, board_at, -wall - stack - 12]) rotate([180, 0, 0]) color("silver") clamp();
}
