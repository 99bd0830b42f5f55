// What the printed parts are built around, in millimetres. Measure yours: boards of one name differ by a millimetre.
// README.md says where each figure is from, and a test holds the two together.

// Display boards: [board across, board along, board thick, glass thick, window across, window along,
// middle of the window above the middle of the board]. The pins are at the upper edge.
display_13 = [35.4, 33.5, 1.2, 1.6, 31.0, 16.5, 1.6];
display_096 = [27.3, 27.8, 1.2, 1.4, 23.5, 12.5, 1.9];

// Push button for a panel: [hole, nut, depth behind the panel with its solder tags].
button = [12.2, 17.0, 22.0];
button_apart = 20; // middle to middle

// Camera Module 2 and 3: [board across, board along, height, holes across, holes along, hole].
camera = [25.0, 23.9, 11.5, 21.0, 12.5, 2.2];
ribbon = 17; // the slot for its cable

cable = 7.0; // eight wires in one jacket
batten = 20.0; // square, wood or aluminium
loose = 0.4; // between a printed part and what goes into it, on each side
screw = [2.6, 3.3, 6.2]; // M3: hole that it cuts its thread into, hole that it passes, head
bed = [180, 180]; // the smallest printer that all parts fit
