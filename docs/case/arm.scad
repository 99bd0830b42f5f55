// The camera's arm: a foot that is clamped to the table's edge, a corner between two battens, a holder for the camera.
// openscad -D 'part="corner"' -o corner.stl arm.scad
include <parts.scad>

part = "all"; // foot, corner, holder, or all put together with short battens

lens_above = 1020; // the table; wiring.md says how high for which camera
table_edge = 375; // from the table's middle to the edge at which the column stands
edge_inward = 35; // the column's middle, from that edge

wall = 5;
outside = batten + 2 * loose + 2 * wall; // of a sleeve
reach = 50; // of a batten into a sleeve
bolt = 4.3; // M4, through sleeve and batten
plate = [100, 90, 8];
back = 27; // of the plate, from the column's middle to the table's edge
slab = 4; // carries the camera
spacer = 3; // M2 nuts between slab and camera: its connector is on that side
lens_on = reach - 10 + 8 + camera[1] / 2; // the lens, from where the batten enters the holder
lens_below = outside / 2 + spacer + camera[2]; // the lens, below the boom's middle

boom = table_edge - edge_inward;
echo(column_batten = lens_above + lens_below - batten / 2 - loose - wall - plate.z,
  boom_batten = boom + outside / 2 - (lens_on - (reach - 10)));

$fn = 48;

// A square tube along z, with bolts through it both ways.
module sleeve(length) difference() {
  translate([0, 0, length / 2]) cube([outside, outside, length], center = true);
  translate([0, 0, length / 2]) cube([batten + 2 * loose, batten + 2 * loose, length + 2], center = true);
  for (way = [[0.3, 0], [0.75, 90]])
    translate([0, 0, length * way[0]]) rotate([90, 0, way[1]]) cylinder(d = bolt, h = 2 * outside, center = true);
}

// The table's edge is behind the column; the plate reaches towards the middle, to where the boom's weight leans.
module foot() {
  difference() {
    translate([-plate.x / 2, -back, 0]) cube(plate);
    for (x = [-1, 1], y = [10 - back, plate.y - back - 10]) translate([x * (plate.x / 2 - 10), y, -1]) cylinder(d = 5, h = plate.z + 2);
  }
  translate([0, 0, plate.z - 0.01]) sleeve(reach + 10);
  translate([0, 0, plate.z - 0.01]) for (turn = [0, 90, 180]) rotate(turn) web(24, reach);
}

// A triangle between a sleeve and what it stands on.
module web(out, up) translate([outside / 2 - 0.5, 0, 0]) rotate([90, 0, 0]) linear_extrude(wall, center = true)
  polygon([[0, 0], [out + 0.5, 0], [0, up]]);

// One batten from below, one to the side: the lower wall of the boom's sleeve is where the column ends.
module corner() {
  sleeve(reach);
  translate([-outside / 2, 0, reach + outside / 2 - wall]) rotate([0, 90, 0]) sleeve(outside + reach);
  translate([0, 0, reach - wall + 0.5]) mirror([0, 0, 1]) web(reach, reach - wall);
}

// Goes over the boom's end; the camera hangs below the slab, its cable lies on it. Here it stands on that sleeve's end.
module holder() {
  length = reach - 10;
  end = length + 12 + camera[1];
  sleeve(length);
  difference() {
    translate([-outside / 2, -outside / 2, 0]) cube([outside, slab, end]);
    translate([0, 0, lens_on]) {
      for (x = [-1, 1], z = [-1, 1]) translate([x * camera[3] / 2, 0, z * camera[4] / 2]) rotate([90, 0, 0]) cylinder(d = camera[5], h = 2 * outside);
      translate([0, -outside / 2, 0]) cube([13, 3 * slab, 8], center = true); // for a finger that pushes the cable in
    }
    translate([0, -outside / 2, length + 3]) cube([ribbon, 3 * slab, 2.4], center = true);
  }
}

module together() {
  up = 200;
  out = 240;
  foot();
  translate([0, 0, up]) rotate(90) corner();
  translate([0, out - outside / 2 - (reach - 10), up + reach + outside / 2 - wall]) rotate(180) rotate([90, 0, 0]) holder();
  translate([-batten / 2, -batten / 2, plate.z]) cube([batten, batten, up + reach - wall - plate.z]);
  translate([-batten / 2, -outside / 2, up + reach + loose]) cube([batten, out, batten]);
}

if (part == "foot") foot();
else if (part == "corner") rotate([90, 0, 0]) corner(); // on its side: the layers run along both battens
else if (part == "holder") holder();
else together();
