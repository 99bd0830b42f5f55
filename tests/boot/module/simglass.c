// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus that has a TCA9548A at 0x70 and behind each of its channels, at 0x3C, the display of a pod: an SSD1306 or
 * an SH1106 that keeps its memory, has to be set up after it had no power, and remembers what it held whenever it was lit.
 *
 * In debugfs, simglass/<channel>/:
 *   plugged  1 or 0; plugged in again it is dark and has noise in its memory, as after a loss of power
 *   lit      whether the glass shines; may be written
 *   dark     when it was first switched off, in microseconds of the kernel's monotonic clock; 0: never
 *   memory   what it holds: 8 pages of 132 columns; may be written
 *   seen     how often it was lit (4 bytes, little endian), then what the memory held the last LOOKS times, oldest first
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/random.h>
#include <linux/uaccess.h>

#define CHANNELS 6
#define PAGES 8
#define COLUMNS 132
#define LOOKS 16
#define MUX 0x70
#define GLASS 0x3c

static int bus = 1;
module_param(bus, int, 0444);
MODULE_PARM_DESC(bus, "the number of the bus");
static int khz = 400;
module_param(khz, int, 0644);
MODULE_PARM_DESC(khz, "how fast the wire is; 0: takes no time");
static unsigned int sh1106;
module_param(sh1106, uint, 0444);
MODULE_PARM_DESC(sh1106, "bit mask of the channels that have an SH1106");
static unsigned int plugged = 0x3f;
module_param(plugged, uint, 0444);
MODULE_PARM_DESC(plugged, "bit mask of the channels that have a display at first");

struct glass {
	bool wide; /* an SH1106 */
	bool plugged, lit;
	u64 dark;
	u8 memory[PAGES][COLUMNS];
	u8 page, column;
	u8 first_page, last_page, first_column, last_column, mode;
	u8 command, wanted, got, word[8];
	struct {
		__le32 times;
		u8 memory[LOOKS][PAGES][COLUMNS];
	} __packed seen;
};

static struct glass glasses[CHANNELS];
static u8 chosen; /* the multiplexer's register */
static DEFINE_MUTEX(lock);
static struct dentry *folder;
static struct platform_device *device;

static void power_up(struct glass *one)
{
	one->lit = false;
	get_random_bytes(one->memory, sizeof(one->memory));
	one->page = one->column = one->wanted = 0;
	one->mode = 2;
	one->first_page = one->first_column = 0;
	one->last_page = PAGES - 1;
	one->last_column = 127;
}

static void lit(struct glass *one)
{
	u32 times = le32_to_cpu(one->seen.times);

	if (times >= LOOKS)
		memmove(one->seen.memory[0], one->seen.memory[1], (LOOKS - 1) * sizeof(one->memory));
	memcpy(one->seen.memory[min_t(u32, times, LOOKS - 1)], one->memory, sizeof(one->memory));
	one->seen.times = cpu_to_le32(times + 1);
	one->lit = true;
}

/* How many more bytes belong to a command. */
static u8 wants(const struct glass *one, u8 command)
{
	switch (command) {
	case 0x20:
		return one->wide ? 0 : 1;
	case 0x21: case 0x22:
		return one->wide ? 0 : 2;
	case 0x26: case 0x27:
		return 6;
	case 0x29: case 0x2a:
		return 5;
	case 0xa3:
		return 2;
	case 0x81: case 0x8d: case 0xa8: case 0xad: case 0xd3: case 0xd5: case 0xd9: case 0xda: case 0xdb:
		return 1;
	}
	return 0;
}

static void obey(struct glass *one)
{
	u8 command = one->command;

	if (command <= 0x0f) {
		one->column = (one->column & 0xf0) | command;
	} else if (command <= 0x1f) {
		one->column = (one->column & 0x0f) | (command & 0x0f) << 4;
	} else if (command >= 0xb0 && command <= 0xb7) {
		one->page = command & 7;
	} else if (command == 0x20 && !one->wide) {
		one->mode = one->word[0] & 3;
	} else if (command == 0x21 && !one->wide) {
		one->first_column = one->column = one->word[0] & 0x7f;
		one->last_column = one->word[1] & 0x7f;
	} else if (command == 0x22 && !one->wide) {
		one->first_page = one->page = one->word[0] & 7;
		one->last_page = one->word[1] & 7;
	} else if (command == 0xae) {
		one->lit = false;
		if (!one->dark)
			one->dark = ktime_to_us(ktime_get());
	} else if (command == 0xaf && !one->lit) {
		lit(one);
	}
}

static void take_command(struct glass *one, u8 byte)
{
	if (one->wanted) {
		one->word[one->got++] = byte;
		if (--one->wanted)
			return;
	} else {
		one->command = byte;
		one->got = 0;
		one->wanted = wants(one, byte);
		if (one->wanted)
			return;
	}
	obey(one);
}

static void take_data(struct glass *one, u8 byte)
{
	u8 width = one->wide ? COLUMNS : 128;

	if (one->column < width)
		one->memory[one->page][one->column] = byte;
	if (one->wide || one->mode == 2) {
		if (one->column < width - 1)
			one->column++;
		return;
	}
	if (one->column != one->last_column) {
		one->column++;
		return;
	}
	one->column = one->first_column;
	one->page = one->page == one->last_page ? one->first_page : (one->page + 1) & 7;
}

/* The first byte says what the others are. A second control byte, as for single commands, nobody sends here. */
static void take(struct glass *one, const struct i2c_msg *message)
{
	int at;

	for (at = 1; at < message->len; at++) {
		if (message->buf[0] & 0x40)
			take_data(one, message->buf[at]);
		else
			take_command(one, message->buf[at]);
	}
}

static int carry(struct i2c_msg *message)
{
	bool answered = false, reads = message->flags & I2C_M_RD;
	int channel;

	if (message->addr == MUX) {
		if (reads)
			memset(message->buf, chosen, message->len);
		else if (message->len)
			chosen = message->buf[message->len - 1];
		return 0;
	}
	if (message->addr != GLASS)
		return -ENXIO;
	for (channel = 0; channel < CHANNELS; channel++) {
		struct glass *one = &glasses[channel];

		if (!(chosen & BIT(channel)) || !one->plugged)
			continue;
		answered = true;
		if (reads)
			memset(message->buf, one->lit ? 0x00 : 0x40, message->len);
		else
			take(one, message);
	}
	return answered ? 0 : -EREMOTEIO;
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	unsigned long bits = 0;
	int at, wrong = 0;

	mutex_lock(&lock);
	for (at = 0; at < count && !wrong; at++) {
		bits += 9UL * (messages[at].len + 1) + 2;
		wrong = carry(&messages[at]);
	}
	mutex_unlock(&lock);
	if (khz > 0)
		fsleep(bits * 1000 / khz);
	return wrong ? wrong : count;
}

static u32 can_do(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm ways = { .master_xfer = transfer, .functionality = can_do };
static struct i2c_adapter adapter = { .owner = THIS_MODULE, .algo = &ways, .name = "simglass" };

static int get_plugged(void *data, u64 *value)
{
	*value = ((struct glass *)data)->plugged;
	return 0;
}

static int set_plugged(void *data, u64 value)
{
	struct glass *one = data;

	mutex_lock(&lock);
	if (value && !one->plugged)
		power_up(one);
	one->plugged = value;
	mutex_unlock(&lock);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(plugged_file, get_plugged, set_plugged, "%llu\n");

static ssize_t read_memory(struct file *file, char __user *to, size_t size, loff_t *at)
{
	struct glass *one = file->private_data;
	ssize_t given;

	mutex_lock(&lock);
	given = simple_read_from_buffer(to, size, at, one->memory, sizeof(one->memory));
	mutex_unlock(&lock);
	return given;
}

static ssize_t write_memory(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	struct glass *one = file->private_data;
	ssize_t taken;

	mutex_lock(&lock);
	taken = simple_write_to_buffer(one->memory, sizeof(one->memory), at, from, size);
	mutex_unlock(&lock);
	return taken;
}

static const struct file_operations memory_file = {
	.owner = THIS_MODULE, .open = simple_open, .read = read_memory, .write = write_memory, .llseek = default_llseek,
};

static ssize_t read_seen(struct file *file, char __user *to, size_t size, loff_t *at)
{
	struct glass *one = file->private_data;
	ssize_t given;

	mutex_lock(&lock);
	given = simple_read_from_buffer(to, size, at, &one->seen, sizeof(one->seen));
	mutex_unlock(&lock);
	return given;
}

static const struct file_operations seen_file = {
	.owner = THIS_MODULE, .open = simple_open, .read = read_seen, .llseek = default_llseek,
};

static void put_out(struct glass *one, int channel)
{
	char name[4];
	struct dentry *place;

	snprintf(name, sizeof(name), "%d", channel);
	place = debugfs_create_dir(name, folder);
	debugfs_create_file_unsafe("plugged", 0600, place, one, &plugged_file);
	debugfs_create_bool("lit", 0600, place, &one->lit);
	debugfs_create_u64("dark", 0400, place, &one->dark);
	debugfs_create_file("memory", 0600, place, one, &memory_file);
	debugfs_create_file("seen", 0400, place, one, &seen_file);
}

static int __init begin(void)
{
	int channel, wrong;

	device = platform_device_register_simple("simglass", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	folder = debugfs_create_dir("simglass", NULL);
	for (channel = 0; channel < CHANNELS; channel++) {
		struct glass *one = &glasses[channel];

		one->wide = sh1106 & BIT(channel);
		one->plugged = plugged & BIT(channel);
		power_up(one);
		put_out(one, channel);
	}
	adapter.dev.parent = &device->dev;
	adapter.nr = bus;
	wrong = i2c_add_numbered_adapter(&adapter);
	if (wrong) {
		debugfs_remove_recursive(folder);
		platform_device_unregister(device);
	}
	return wrong;
}

static void __exit end(void)
{
	i2c_del_adapter(&adapter);
	debugfs_remove_recursive(folder);
	platform_device_unregister(device);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("displays behind a multiplexer, without any hardware");
MODULE_LICENSE("GPL");
